import { join, resolve } from 'node:path';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { lockDataDirectory } from '../../infra/installation/data-directory/lock-data-directory.ts';
import { openDataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { isLogEmpty } from '../../infra/storage/event-store/stored-events.ts';
import { createSubjectHash } from '../../infra/storage/key-vault/subject-hash.ts';
import { readMasterKeyCheck } from '../../infra/storage/key-vault/wrapped-keys.ts';
import {
  type FillProgress,
  type FillResult,
  fillInstallation,
} from '../../infra/storage/log-copy/fill-installation.ts';
import type { Database } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { hasEmbeddedDatabase } from '../start-checks/abandoned-database.ts';
import { claimBlobs } from '../start-checks/claim-blobs.ts';
import { openEmbeddedDatabase } from '../start-checks/open-embedded-database.ts';
import { openSource } from './open-source.ts';

type ImportOptions = {
  /** Names the data directory of the embedded database, and the server to import it into. */
  readonly configuration: Configuration & { readonly databaseUrl: string };
  readonly logger: Logger;
  /** Receives the progress; `total` is the last position. */
  readonly onProgress: (progress: FillProgress & { readonly total: number }) => void;
  readonly signal: AbortSignal;
};

const refused = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'import' }));

/** A database on which a server was ever started has a master key check, and the server may be running. */
const requireUnused = async (database: Database): Promise<void> => {
  if ((await isLogEmpty(database)) && (await readMasterKeyCheck(database)) === undefined) return;
  throw refused(
    'The database at DATABASE_URL is not empty: an installation has been started on it or imported into it. ' +
      'Create an empty database, and set DATABASE_URL to it.',
  );
};

/**
 * Imports the embedded database of a data directory into an empty one on a server: log, keys, checkpoints and remembered
 * commands, byte for byte and in one transaction that ends by comparing every position. Blobs stay in place, and the
 * folder belongs to the new database from then on. After a crash the new database is still empty; the embedded one never
 * changes.
 *
 * @throws Failure when there is no embedded database, another process uses it, the target is not empty, or data differs
 */
export const importEmbedded = async (options: ImportOptions): Promise<FillResult> => {
  const { configuration, logger, onProgress, signal } = options;
  await using opened = new AsyncDisposableStack();
  const path = resolve(configuration.dataDir);
  if (!(await hasEmbeddedDatabase({ database: join(path, 'database') })))
    throw refused(
      `There is no embedded database in the data directory ${path}. Set DATA_DIR to the one that has it.`,
    );
  const dataDirectory = await openDataDirectory(path);
  opened.defer(await lockDataDirectory(dataDirectory, logger));

  // The target first, because its problems show within a second.
  const target = await openPgDatabase({
    connectionString: configuration.databaseUrl,
    times: configuration.database.times,
    logger,
  });
  opened.defer(() => target.close());
  await migrateDatabase(target);
  await requireUnused(target);

  const source = await openEmbeddedDatabase(dataDirectory, { logger });
  opened.defer(() => source.close());
  await migrateDatabase(source);
  const bringing = await openSource(
    {
      configuration,
      dataDirectory,
      database: source,
      alone: true,
      mayMakeKey: (await readMasterKeyCheck(source)) === undefined,
      logger,
      signal,
    },
    opened,
  );
  const total = await bringing.head();
  const filled = await fillInstallation(
    bringing.installation,
    { database: target, blobs: bringing.blobs },
    {
      to: total,
      hashSubject: createSubjectHash(bringing.installationSecret),
      onProgress: (progress) => onProgress({ ...progress, total }),
      signal,
    },
  );
  // After a crash before this line, the first start claims the folder in the same way.
  await claimBlobs(target, bringing.place);
  return filled;
};
