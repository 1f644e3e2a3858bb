import { describe, expect, it } from 'vitest';
import {
  type Migration,
  pendingMigrations,
} from '../../../../../infra/storage/database/pending-migrations.ts';

const migration = (number: number, checksum = `of-${number}`): Migration => ({
  number,
  name: `00000${number}-change`,
  sql: 'select 1',
  checksum,
  additive: false,
});
const applied = (number: number, program = '0.2.0', checksum = `of-${number}`) => ({
  ...migration(number, checksum),
  program,
});

describe('pending migrations', () => {
  const known = [migration(1), migration(2), migration(3)];

  it('are all of them before the first one', () => {
    expect(pendingMigrations(known, [], '0.2.0')).toEqual(known);
  });

  it('are those after the last applied one', () => {
    expect(pendingMigrations(known, [applied(1)], '0.2.0')).toEqual(known.slice(1));
    expect(pendingMigrations(known, [applied(1), applied(2), applied(3)], '0.2.0')).toEqual([]);
  });

  it('are none when a newer program has only added to the schema', () => {
    const added = [1, 2, 3]
      .map((number) => applied(number))
      .concat({ ...applied(4, '0.3.0'), additive: true });
    expect(pendingMigrations(known, added, '0.2.0')).toEqual([]);
    expect(() =>
      pendingMigrations(
        known,
        [...added, applied(5, '0.4.0'), { ...applied(6, '0.5.0'), additive: true }],
        '0.2.0',
      ),
    ).toThrow('version 0.5.0 applied migration 000006-change');
  });
});

describe('a database is rejected', () => {
  it('that a newer program has changed, naming both versions and the remedy', () => {
    expect(() => pendingMigrations([migration(1)], [applied(1), applied(2, '0.3.1')], '0.2.0')).toThrow(
      'The database was changed by a newer version of this program: version 0.3.1 applied migration 000002-change, and ' +
        'this one, version 0.2.0, has migrations up to 000001-change. Start version 0.3.1 or a later one, or restore ' +
        'a backup from before the upgrade.',
    );
  });

  it('with an applied migration whose text differs', () => {
    expect(() =>
      pendingMigrations([migration(1), migration(2)], [applied(1, '0.2.0', 'another')], '0.3.0'),
    ).toThrow(
      'Migration 000001-change was applied to the database by version 0.2.0 with a different text than the one in this ' +
        'program (SHA-256 another there, of-1 here).',
    );
  });

  it('with a later migration but not an earlier one', () => {
    expect(() =>
      pendingMigrations([migration(1), migration(2), migration(3)], [applied(1), applied(3)], '0.3.0'),
    ).toThrow('The database has had migration 000003-change, but not 000002-change, which comes before it');
  });
});
