import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEvents } from '../../domain/all-events.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { openFileBlobStore } from '../../infra/storage/blob-store/file-blob-store.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import type { KurrentConfiguration } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { openKurrentEventStore } from '../../infra/storage/event-store-kurrent/kurrent-event-store.ts';
import { createClaimSecrets } from '../../infra/storage/idempotency/claim-secrets.ts';
import { createPostgresIdempotencyStore } from '../../infra/storage/idempotency/postgres-idempotency-store.ts';
import { installationKey } from '../../infra/storage/key-vault/installation-key.ts';
import { createPostgresKeyVault } from '../../infra/storage/key-vault/postgres-key-vault.ts';
import { createSubjectHash } from '../../infra/storage/key-vault/subject-hash.ts';
import { createPostgresCheckpoints } from '../../infra/storage/leases/postgres-checkpoints.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import { openStoredInstallation } from '../../infra/storage/log-copy/open-stored-installation.ts';
import { silentLogger } from '../../ports/logger.ts';
import type { DatabaseKind } from './databases.ts';
import { confided, counted, noted } from './events.ts';

export const masterKey = randomBytes(32);
export const hashSubject = createSubjectHash(masterKey);
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** The tables of an installation never started, as the target of a copy. */
export const openEmptyInstallation = async (kind: DatabaseKind) => {
  const { database, dispose } = await kind.openMigrated();
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-blobs-'));
  return {
    database,
    blobs: await openFileBlobStore(folder),
    dispose: async () => {
      await dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
export type EmptyInstallation = Awaited<ReturnType<typeof openEmptyInstallation>>;

/** The storage parts of the program, on top of such tables. */
export const runOn = async (
  { database, blobs }: Pick<EmptyInstallation, 'database' | 'blobs'>,
  /** The configuration of KurrentDB, if the log is there. */
  kurrent?: KurrentConfiguration,
) => {
  const vault = await createPostgresKeyVault({ database, masterKey });
  const registry = createEventRegistry([...allEvents, noted, counted, confided]);
  const log = {
    database,
    serializer: createEventSerializer({ registry, vault }),
    logger: silentLogger,
    pollInterval: 100,
  };
  const leases = createPostgresLeases({ database, logger: silentLogger, owner: 'test' });
  const eventStore = await (kurrent
    ? openKurrentEventStore({ ...log, configuration: kurrent, leases })
    : createPostgresEventStore(log));
  return {
    vault,
    eventStore,
    idempotency: createPostgresIdempotencyStore({
      database,
      secrets: createClaimSecrets(installationKey(masterKey, 'idempotency')),
    }),
    checkpoints: createPostgresCheckpoints(database),
    leases,
    stored: openStoredInstallation({ database, eventStore, blobs, keyRing: vault.keyRing }),
  };
};
