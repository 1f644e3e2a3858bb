import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { lockDataDirectory } from '../../infra/installation/data-directory/lock-data-directory.ts';
import {
  type DataDirectory,
  openDataDirectory,
} from '../../infra/installation/data-directory/open-data-directory.ts';
import { countRunningNodes } from '../../infra/storage/database/count-running-nodes.ts';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { readSharedFact } from '../../infra/storage/database/shared-facts.ts';
import { isLogEmpty, locateLog } from '../../infra/storage/event-store/stored-events.ts';
import { openFilledKurrentLog } from '../../infra/storage/event-store-kurrent/filled-kurrent-log.ts';
import type { KurrentConfiguration } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { readMasterKeyCheck } from '../../infra/storage/key-vault/wrapped-keys.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import { type FilledLog, filledDatabaseLog } from '../../infra/storage/log-copy/filled-log.ts';
import {
  type MoveProgress,
  type MoveResult,
  moveInstallation,
} from '../../infra/storage/log-copy/move-installation.ts';
import type { Database } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { hasEmbeddedDatabase } from '../start-checks/abandoned-database.ts';
import { claimBlobs } from '../start-checks/claim-blobs.ts';
import { openEmbeddedDatabase } from '../start-checks/open-embedded-database.ts';
import { openSource } from './open-source.ts';

/** One end of a migration. */
type End = {
  /** `embedded` (the database of the data directory), or the URL of a database on a server. */
  readonly database: 'embedded' | (string & {});
  /** The KurrentDB that holds the log, unless the log is in the database. */
  readonly kurrent?: KurrentConfiguration | undefined;
};

type MigrateInstallation = {
  readonly configuration: Configuration;
  readonly from: End;
  readonly to: End;
  readonly mode: 'move' | 'dry-run' | 'verify-only';
  readonly logger: Logger;
  readonly onProgress: (progress: MoveProgress & { readonly total: number }) => void;
  readonly signal: AbortSignal;
};

const refused = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'migrate' }));

/** Identifies a database on a server, regardless of the URL. */
const placeSql = `
  select (select oid from pg_database where datname = current_database())::text || ' ' ||
         pg_postmaster_start_time()::text || ' ' || coalesce(inet_server_port()::text, '') as place`;

const openEnd = async (
  end: End['database'],
  dataDirectory: DataDirectory,
  { configuration, logger }: Pick<MigrateInstallation, 'configuration' | 'logger'>,
  opened: AsyncDisposableStack,
): Promise<Database> => {
  const database =
    end === 'embedded'
      ? await openEmbeddedDatabase(dataDirectory, { logger })
      : await openPgDatabase({ connectionString: end, times: configuration.database.times, logger });
  opened.defer(() => database.close());
  return database;
};

const openLog = async (
  { kurrent }: End,
  database: Database,
  { logger, signal }: Pick<MigrateInstallation, 'logger' | 'signal'>,
  opened: AsyncDisposableStack,
): Promise<FilledLog> => {
  if (kurrent === undefined) return filledDatabaseLog(database);
  const log = await openFilledKurrentLog({
    configuration: kurrent,
    database,
    leases: createPostgresLeases({ database, logger, owner: randomUUID() }),
    logger,
    isBegun: (await readSharedFact(database, 'unfinished-move')) !== undefined,
    signal,
  });
  opened.defer(log.close);
  return log;
};

const requireAtRest = async (database: Database, which: string): Promise<void> => {
  if ((await countRunningNodes(database)) > 0)
    throw refused(
      `A server is running on the ${which}. Stop all its nodes first: data written in the meantime would be left behind.`,
    );
};

/**
 * Migrates an installation from one database to another: from the embedded one to a server, back, or between servers; the
 * log may also move from or to KurrentDB. Both ends share the files and the master key of the configured data directory.
 *
 * @throws Failure with a sentence for the operator
 */
export const migrateInstallation = async (options: MigrateInstallation): Promise<MoveResult> => {
  const { configuration, from, to, mode, logger, onProgress, signal } = options;
  await using opened = new AsyncDisposableStack();
  const path = resolve(configuration.dataDir);
  if (from.database === to.database)
    throw refused('The two ends are the same database. Name another target.');
  if (from.database === 'embedded' && !(await hasEmbeddedDatabase({ database: join(path, 'database') })))
    throw refused(
      `There is no embedded database in the data directory ${path}. Set DATA_DIR to the one that has it.`,
    );
  const dataDirectory = await openDataDirectory(path);
  opened.defer(await lockDataDirectory(dataDirectory, logger));

  const source = await openEnd(from.database, dataDirectory, options, opened);
  const target = await openEnd(to.database, dataDirectory, options, opened);
  if (source.kind === 'server' && target.kind === 'server') {
    const [[one], [other]] = [await source.query(placeSql), await target.query(placeSql)];
    if (one?.place === other?.place)
      throw refused('The two addresses lead to the same database. Name another target.');
  }
  await requireAtRest(source, 'source');
  await requireAtRest(target, 'target');
  await migrateDatabase(source);
  await migrateDatabase(target);
  const place = await locateLog(target);
  if (place !== 'nowhere' && place !== (to.kurrent ? 'kurrent' : 'database'))
    throw refused(
      place === 'kurrent'
        ? 'The log of the target is in KurrentDB. Name it with --to-eventstore, or use an empty database as the target.'
        : 'The log of the target is in its database, not in KurrentDB. Use an empty database as the target.',
    );
  if ((await readMasterKeyCheck(source)) === undefined && (await isLogEmpty(source)))
    throw refused('The source is empty: no server has ever been started on it. Is it the right one?');
  const bringing = await openSource(
    {
      configuration,
      dataDirectory,
      database: source,
      kurrent: from.kurrent,
      alone: false,
      mayMakeKey: false,
      logger,
      signal,
    },
    opened,
  );
  const total = await bringing.head();
  const result = await moveInstallation(
    bringing.installation,
    { database: target, log: await openLog(to, target, options, opened) },
    { to: total, mode, onProgress: (progress) => onProgress({ ...progress, total }), signal },
  );
  // This program itself listens on the source by now, so that writes by others show in the log.
  if ((await bringing.head()) !== total)
    throw refused('The source was written to in the meantime. Stop the writer, and run the command again.');
  if (mode === 'move') await claimBlobs(target, bringing.place);
  return result;
};
