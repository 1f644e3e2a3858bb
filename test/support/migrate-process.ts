/**
 * A process that migrates: `node migrate-process.ts <folder of an embedded database | URL> [<folder of migrations>]`.
 * Prints `begun` before it starts, and `done` afterwards; the default migrations are those of the program.
 */
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { applyMigrations } from '../../infra/storage/database/apply-migrations.ts';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { readMigrations } from '../../infra/storage/database/read-migrations.ts';
import { silentLogger } from '../../ports/logger.ts';

const [place = '', folder] = process.argv.slice(2);
const database = await (place.startsWith('postgres')
  ? openPgDatabase({ connectionString: place, logger: silentLogger })
  : openPgliteDatabase(place));
// Written synchronously, because a statement on the embedded database blocks the event loop.
writeSync(1, 'begun\n');
await (folder === undefined
  ? migrateDatabase(database)
  : applyMigrations(database, await readMigrations(pathToFileURL(`${folder}/`)), '0.3.0'));
writeSync(1, 'done\n');
await database.close();
