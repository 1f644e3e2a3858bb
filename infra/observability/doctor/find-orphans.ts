import { namedBlobs } from '../../../domain/kernel/named-blobs.ts';
import type { BlobStore, StoredBlob } from '../../../ports/blob-store.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { SubjectKeyState } from '../../../ports/subject-key-state.ts';
import { createErasedEvents } from './erased-events.ts';

export type OrphanServices = {
  readonly blobs: Pick<BlobStore, 'list'>;
  readonly eventStore: Pick<EventStore, 'head' | 'readStored'>;
  readonly subjectKeyState: SubjectKeyState;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** Some orphans, or the progress of the search (blobs, then positions of the log). */
type OrphanPage = {
  readonly orphans: readonly StoredBlob[];
  readonly done: number;
  readonly total: number;
};

/** Blobs compared with the log in one pass: 40 MB of addresses. */
const ROUND = 200_000;
const EVENTS = 1000;

/**
 * Finds blobs that were last kept longer than `grace` ago and are named by no event, not counting events about erased
 * persons. Memory is bounded: the log is read once for every 200,000 blobs.
 *
 * No orphan is needed, and none removed with its listed mark loses data:
 * - Events are searched *after* the listing, up to a head read after it. So a blob is an orphan only if no event up to
 *   that head names it. Events are compared as stored, whatever version wrote them.
 * - An event beyond that head names a blob that was kept (or stored) before the event was appended. Keeping sets a new
 *   mark, also on existing content. If it was kept after the listing, its mark differs and `BlobStore.remove` leaves
 *   it; if the file is gone by then, the process that keeps it writes it again.
 * - If it was kept before the listing, then at least `grace` before: younger blobs are no orphans. Between keeping and
 *   appending there are two statements with timeouts of a minute; a day of grace is far longer. A process that was
 *   frozen for longer than that keeps the file again after storing its event (`commands/ingest-document.ts`).
 */
export async function* findOrphans(
  { blobs, eventStore, subjectKeyState, now }: OrphanServices,
  grace: number,
  signal: AbortSignal,
): AsyncGenerator<OrphanPage> {
  const youngest = now() - grace;
  const isErased = createErasedEvents(subjectKeyState);
  let after: string | undefined = '';
  while (after !== undefined) {
    const candidates = new Map<string, StoredBlob>();
    let last: string | undefined;
    for await (const blob of blobs.list(after)) {
      signal.throwIfAborted();
      if (blob.keptAt < youngest) candidates.set(blob.sha256, blob);
      if (candidates.size < ROUND) continue;
      last = blob.sha256;
      break;
    }
    after = last;
    const head = await eventStore.head();
    let position = 0;
    while (position < head && candidates.size > 0) {
      signal.throwIfAborted();
      const page = await eventStore.readStored(position, EVENTS);
      for (const event of page.events) {
        const named = namedBlobs(event.data).filter((sha256) => candidates.has(sha256));
        if (named.length > 0 && !(await isErased(event)))
          for (const sha256 of named) candidates.delete(sha256);
      }
      if (page.scannedTo <= position) break;
      position = page.scannedTo;
      yield { orphans: [], done: Math.min(position, head), total: head };
    }
    // A blob counts as an orphan only after the whole log was read.
    if (position < head && candidates.size > 0)
      throw new Error(`The log could only be read up to position ${position} of ${head}.`);
    yield { orphans: [...candidates.values()], done: head, total: head };
  }
}
