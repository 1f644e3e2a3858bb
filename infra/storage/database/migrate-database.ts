import type { Database } from '../../../ports/database.ts';
import { type Logger, silentLogger } from '../../../ports/logger.ts';
import { readProgramVersion } from '../../installation/read-program-version.ts';
import { applyMigrations } from './apply-migrations.ts';
import { readMigrations } from './read-migrations.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Migrates a database, new or old, to the schema of this program. Call it before any other use of the database.
 *
 * @throws Failure with a sentence for the operator, e.g. when a newer program has changed the database
 */
export const migrateDatabase = async (database: Database, logger: Logger = silentLogger): Promise<void> =>
  applyMigrations(database, await readMigrations(folder), await readProgramVersion(), logger);
