import { allEvents } from '../../domain/all-events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import type { Database } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import type { BlobPlace } from '../blob-store/blob-place.ts';
import type { Configuration } from '../configuration.ts';
import type { DataDirectory } from '../data-directory/open-data-directory.ts';
import { createEventSerializer } from '../event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../event-store/postgres-event-store.ts';
import { loadMasterKey } from '../key-vault/master-key.ts';
import { masterKeyPlaceOf } from '../key-vault/master-key-place.ts';
import { createPostgresKeyVault } from '../key-vault/postgres-key-vault.ts';
import { openStoredInstallation } from '../log-copy/open-stored-installation.ts';
import { type Blobs, openBlobs } from '../opened-blobs/open-blobs.ts';
import { claimBlobs } from '../start-checks/claim-blobs.ts';

type SourceOptions = {
  readonly configuration: Configuration;
  readonly dataDirectory: DataDirectory;
  /** Brought to this program's schema, and in use by nobody else. */
  readonly database: Database;
  /** Whether no other process uses the files. */
  readonly alone: boolean;
  /** Whether a master key that is not there is made. */
  readonly mayMakeKey: boolean;
  readonly logger: Logger;
};

/** An installation that is brought to another database. */
type Source = {
  readonly installation: ReturnType<typeof openStoredInstallation>;
  readonly blobs: Blobs['store'];
  readonly place: BlobPlace;
  readonly masterKey: Uint8Array;
  /** The last position of its log at this moment. */
  readonly head: () => Promise<Position>;
};

/**
 * Opens what an installation keeps around its database: files, keys and the log. What is to be closed is put on `opened`.
 *
 * @throws Failure when the files or the master key are not those of the database
 */
export const openSource = async (
  { configuration, dataDirectory, database, alone, mayMakeKey, logger }: SourceOptions,
  opened: AsyncDisposableStack,
): Promise<Source> => {
  const { store: blobs, ...files } = await openBlobs({
    bucket: configuration.bucket,
    dataDirectory,
    alone,
    logger,
    metrics: silentMetrics,
  });
  opened.defer(files.close);
  await claimBlobs(database, files.place);
  const masterKey = await loadMasterKey({
    ...masterKeyPlaceOf(configuration, dataDirectory.keys),
    mayMake: mayMakeKey,
  });
  // Refuses a key that is not the one of the source.
  const vault = await createPostgresKeyVault({ database, masterKey });
  const eventStore = await createPostgresEventStore({
    database,
    serializer: createEventSerializer({ registry: createEventRegistry(allEvents), vault }),
    logger,
  });
  opened.defer(() => eventStore.close());
  return {
    installation: openStoredInstallation({ database, eventStore, blobs, masterKey }),
    blobs,
    place: files.place,
    masterKey,
    head: eventStore.head,
  };
};
