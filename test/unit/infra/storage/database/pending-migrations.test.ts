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

describe('what a database lacks', () => {
  const known = [migration(1), migration(2), migration(3)];

  it('is everything before its first migration', () => {
    expect(pendingMigrations(known, [], '0.2.0')).toEqual(known);
  });

  it('is what comes after the last that it has had', () => {
    expect(pendingMigrations(known, [applied(1)], '0.2.0')).toEqual(known.slice(1));
    expect(pendingMigrations(known, [applied(1), applied(2), applied(3)], '0.2.0')).toEqual([]);
  });

  it('is nothing where a newer program has only added to it', () => {
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

describe('a database is refused', () => {
  it('that a newer program has changed, naming both versions and what to do', () => {
    expect(() => pendingMigrations([migration(1)], [applied(1), applied(2, '0.3.1')], '0.2.0')).toThrow(
      'The database was changed by a newer version of this program: version 0.3.1 applied migration 000002-change, and ' +
        'this one, version 0.2.0, has migrations up to 000001-change. Start version 0.3.1 or a later one, or restore ' +
        'a backup from before the upgrade.',
    );
  });

  it('that has had a migration with another text', () => {
    expect(() =>
      pendingMigrations([migration(1), migration(2)], [applied(1, '0.2.0', 'another')], '0.3.0'),
    ).toThrow(
      'Migration 000001-change was applied to the database by version 0.2.0 with another text than the one in this ' +
        'program (SHA-256 another there, of-1 here).',
    );
  });

  it('that has had a later migration and not an earlier one', () => {
    expect(() =>
      pendingMigrations([migration(1), migration(2), migration(3)], [applied(1), applied(3)], '0.3.0'),
    ).toThrow('The database has had migration 000003-change, but not 000002-change, which comes before it');
  });
});
