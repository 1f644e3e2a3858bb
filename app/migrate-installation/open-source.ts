import { randomUUID } from 'node:crypto';
import { allEvents } from '../../domain/all-events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { DataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import type { BlobPlace } from '../../infra/storage/blob-store/blob-place.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import { locateLog } from '../../infra/storage/event-store/stored-events.ts';
import type { KurrentConfiguration } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { openKurrentEventStore } from '../../infra/storage/event-store-kurrent/kurrent-event-store.ts';
import { loadMasterKey, loadPreviousMasterKey } from '../../infra/storage/key-vault/master-key.ts';
import { masterKeyPlaceOf } from '../../infra/storage/key-vault/master-key-place.ts';
import { createPostgresKeyVault } from '../../infra/storage/key-vault/postgres-key-vault.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import { openStoredInstallation } from '../../infra/storage/log-copy/open-stored-installation.ts';
import { type Blobs, openBlobs } from '../../infra/storage/opened-blobs/open-blobs.ts';
import type { Database } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { claimBlobs } from '../start-checks/claim-blobs.ts';

type SourceOptions = {
  readonly configuration: Configuration;
  readonly dataDirectory: DataDirectory;
  /** Migrated to this program's schema, and not in use by another process. */
  readonly database: Database;
  /** The KurrentDB that holds its log, unless the log is in the database. */
  readonly kurrent?: KurrentConfiguration | undefined;
  /** Whether no other process uses the files. */
  readonly alone: boolean;
  /** Whether to create a missing master key. */
  readonly mayMakeKey: boolean;
  readonly logger: Logger;
  readonly signal: AbortSignal;
};

const refused = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'migrate' }));

/** An installation to copy to another database. */
type Source = {
  readonly installation: ReturnType<typeof openStoredInstallation>;
  readonly blobs: Blobs['store'];
  readonly place: BlobPlace;
  readonly installationSecret: Uint8Array;
  /** Reads the last position of its log. */
  readonly head: () => Promise<Position>;
};

/**
 * Opens the parts of an installation around its database: files, keys and the log. Registers what must be closed on
 * `opened`.
 *
 * @throws Failure when the files, the master key or the log do not belong to the database
 */
export const openSource = async (
  { configuration, dataDirectory, database, kurrent, alone, mayMakeKey, logger, signal }: SourceOptions,
  opened: AsyncDisposableStack,
): Promise<Source> => {
  const place = await locateLog(database);
  if (place === 'kurrent' && kurrent === undefined)
    throw refused('The log of the source is in KurrentDB. Name it with migrate --from-eventstore esdb://…');
  if (place === 'database' && kurrent !== undefined)
    throw refused('The log of the source is in its database and not in KurrentDB.');
  const { store: blobs, ...files } = await openBlobs({
    bucket: configuration.bucket,
    dataDirectory,
    alone,
    logger,
    metrics: silentMetrics,
  });
  opened.defer(files.close);
  await claimBlobs(database, files.place);
  const keyPlace = masterKeyPlaceOf(configuration, dataDirectory.keys);
  const masterKey = await loadMasterKey({ ...keyPlace, mayMake: mayMakeKey });
  // Refuses a key that does not belong to the source.
  const vault = await createPostgresKeyVault({
    database,
    masterKey,
    previousMasterKey: await loadPreviousMasterKey(keyPlace, masterKey),
  });
  const log = {
    database,
    serializer: createEventSerializer({ registry: createEventRegistry(allEvents), vault }),
    logger,
  };
  const open = async () => {
    if (kurrent === undefined) {
      const inDatabase = await createPostgresEventStore(log);
      return { ...inDatabase, end: inDatabase.head };
    }
    const leases = createPostgresLeases({ database, logger, owner: randomUUID() });
    const inKurrent = await openKurrentEventStore({ ...log, configuration: kurrent, leases });
    // A node that died may have left unnumbered events there.
    return { ...inKurrent, end: () => inKurrent.waitUntilAllNumbered(signal) };
  };
  const eventStore = await open();
  opened.defer(() => eventStore.close());
  return {
    installation: openStoredInstallation({ database, eventStore, blobs, keyRing: vault.keyRing }),
    blobs,
    place: files.place,
    installationSecret: vault.keyRing.installationSecret,
    head: eventStore.end,
  };
};
