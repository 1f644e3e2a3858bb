import type { ReadDatabaseFacts } from '../../../../ports/database-facts.ts';
import { type Check, fine, problem } from '../check.ts';

/** The oldest supported PostgreSQL. */
const OLDEST_POSTGRESQL = 140_000;

/** Reports the versions in use, and whether they are supported. */
export const versions = ({
  program,
  readDatabaseFacts,
  readLastMigration,
}: {
  readonly program: string;
  readonly readDatabaseFacts: ReadDatabaseFacts;
  /** The name of the last migration applied to the database. */
  readonly readLastMigration: () => Promise<string | undefined>;
}): Check => ({
  name: 'versions',
  run: async function* () {
    const { kind, version, versionNumber, pgvector } = await readDatabaseFacts();
    const where = kind === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL';
    yield fine(`Anamnesis ${program} on Node.js ${process.versions.node}.`);
    const vectors = pgvector === undefined ? 'without pgvector' : `with pgvector ${pgvector}`;
    if (versionNumber < OLDEST_POSTGRESQL)
      yield problem(
        `${where} ${version} is too old.`,
        'Upgrade the database server to PostgreSQL 14 or later.',
      );
    else yield fine(`${where} ${version} ${vectors}, schema ${(await readLastMigration()) ?? 'unknown'}.`);
  },
});
