/**
 * A process that migrates: `node migrate-process.ts <folder of an embedded database | URL> [<folder of migrations>]`. Says
 * `begun` before it does, and `done` after; without a separate folder it applies those of the program.
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
// To the descriptor itself: the embedded database holds the event loop up for as long as a statement takes.
writeSync(1, 'begun\n');
await (folder === undefined
  ? migrateDatabase(database)
  : applyMigrations(database, await readMigrations(pathToFileURL(`${folder}/`)), '0.3.0'));
writeSync(1, 'done\n');
await database.close();
