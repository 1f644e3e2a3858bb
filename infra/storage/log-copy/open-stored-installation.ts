import type { Position } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Database } from '../../../ports/database.ts';
import type { EventStore, StoredEvent } from '../../../ports/event-store.ts';
import type { StoredInstallation, WrappedKey } from '../../../ports/stored-installation.ts';
import { readStoredClaims } from '../idempotency/stored-claims.ts';
import type { KeyRing } from '../key-vault/key-ring.ts';
import { readMasterKeyMark } from '../key-vault/master-key-mark.ts';
import { readWrappedKeys } from '../key-vault/wrapped-keys.ts';
import { readStoredCheckpoints } from '../leases/stored-checkpoints.ts';

/** Events per read; the store limits the bytes. */
const PAGE = 1000;

async function* readEvents(
  eventStore: Pick<EventStore, 'readStored'>,
  after: Position,
  to: Position,
): AsyncGenerator<readonly StoredEvent[]> {
  let from = after;
  while (from < to) {
    const page = await eventStore.readStored(from, Math.min(PAGE, to - from));
    if (page.scannedTo <= from) return;
    const events = page.events.filter(({ position }) => position <= to);
    if (events.length > 0) yield events;
    from = page.scannedTo;
  }
}

/** All keys, or a failure when they were wrapped with another master key meanwhile: a copy opens with one only. */
async function* readKeysOfOneMasterKey(
  database: Database,
  keyRing: Pick<KeyRing, 'held'>,
): AsyncGenerator<readonly WrappedKey[]> {
  const before = await readMasterKeyMark(database, keyRing);
  yield* readWrappedKeys(database);
  const after = await readMasterKeyMark(database, keyRing);
  if (after.check !== before.check)
    throw new Failure(
      failure('conflict', 'The master key was rotated while its keys were copied. Copy them again.', {
        component: 'key-vault',
      }),
    );
}

/** Presents a live installation as a `StoredInstallation`. It may be running and accepting writes. */
export const openStoredInstallation = ({
  database,
  eventStore,
  blobs,
  keyRing,
}: {
  readonly database: Database;
  readonly eventStore: Pick<EventStore, 'readStored'>;
  readonly blobs: BlobStore;
  /** Only fingerprints of its keys are shown. */
  readonly keyRing: Pick<KeyRing, 'held'>;
}): StoredInstallation => ({
  events: (after, to) => readEvents(eventStore, after, to),
  blob: (sha256) => blobs.read(sha256),
  checkpoints: () => readStoredCheckpoints(database),
  claims: () => readStoredClaims(database),
  wrappedKeys: () => readKeysOfOneMasterKey(database, keyRing),
  masterKey: () => readMasterKeyMark(database, keyRing),
});
