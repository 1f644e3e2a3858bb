import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** A numbered change of the schema. Numbers are consecutive: 1, 2, 3 … */
export type Migration = {
  readonly number: number;
  /** The name of its file, e.g. `000001-baseline`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of `sql`, 64 hexadecimal digits. */
  readonly checksum: string;
  /**
   * True when older programs work with the changed schema: the migration only adds things that they never name, such
   * as tables, indexes and columns with a default. Nodes of two versions can then share the database.
   */
  readonly additive: boolean;
};

/** An applied migration, and the version of the program that applied it. */
export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'checksum' | 'additive'> & {
  readonly program: string;
};

const refused = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'database' }));

const newerThan = (newest: AppliedMigration, known: readonly Migration[], program: string): Failure =>
  refused(
    `The database was changed by a newer version of this program: version ${newest.program} applied migration ` +
      `${newest.name}, and this one, version ${program}, has migrations up to ${known.at(-1)?.name ?? 'none'}. ` +
      `Start version ${newest.program} or a later one, or restore a backup from before the upgrade.`,
  );

const leftOut = (migration: Migration, newest: AppliedMigration): Failure =>
  refused(
    `The database has had migration ${newest.name}, but not ${migration.name}, which comes before it: the two were ` +
      `published in a different order. Start version ${newest.program}, which applied the later one, or restore a backup.`,
  );

const changed = (migration: Migration, applied: AppliedMigration): Failure =>
  refused(
    `Migration ${applied.name} was applied to the database by version ${applied.program} with a different text than the ` +
      `one in this program (SHA-256 ${applied.checksum} there, ${migration.checksum} here). Restore the file as ` +
      'published, or start the version that applied it; further changes need a new migration.',
  );

/**
 * The migrations of this program that a database still lacks, in order. A database with newer migrations is accepted
 * if all of those are additive.
 *
 * @param known all migrations of this program, in order
 * @param applied the migrations applied to the database, in order
 * @param program the version of this program, for the message of a refusal
 * @throws Failure `unavailable` when the database has a different migration under one of these numbers, or an unknown
 *   one that is not additive
 */
export const pendingMigrations = (
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  program: string,
): readonly Migration[] => {
  const newest = applied.at(-1);
  if (newest === undefined) return known;
  if (applied.some(({ number, additive }) => number > known.length && !additive))
    throw newerThan(newest, known, program);
  const byNumber = new Map(applied.map((one) => [one.number, one]));
  for (const migration of known.slice(0, newest.number)) {
    const had = byNumber.get(migration.number);
    if (had === undefined) throw leftOut(migration, newest);
    if (had.checksum !== migration.checksum) throw changed(migration, had);
  }
  return known.slice(newest.number);
};
