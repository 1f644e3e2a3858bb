import type { Position } from '../../../domain/kernel/event.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Database } from '../../../ports/database.ts';
import type { EventStore, StoredEvent } from '../../../ports/event-store.ts';
import type { StoredInstallation } from '../../../ports/stored-installation.ts';
import { readStoredClaims } from '../idempotency/stored-claims.ts';
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

/** Presents a live installation as a `StoredInstallation`. It may be running and accepting writes. */
export const openStoredInstallation = ({
  database,
  eventStore,
  blobs,
  masterKey,
}: {
  readonly database: Database;
  readonly eventStore: Pick<EventStore, 'readStored'>;
  readonly blobs: BlobStore;
  /** 32 bytes; only its fingerprint is shown. */
  readonly masterKey: Uint8Array;
}): StoredInstallation => ({
  events: (after, to) => readEvents(eventStore, after, to),
  blob: (sha256) => blobs.read(sha256),
  checkpoints: () => readStoredCheckpoints(database),
  claims: () => readStoredClaims(database),
  wrappedKeys: () => readWrappedKeys(database),
  masterKey: () => readMasterKeyMark(database, masterKey),
});
