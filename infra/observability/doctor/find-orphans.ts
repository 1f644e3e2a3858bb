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

/** What is found on the way: some orphans, or how far the looking is (blobs, then positions of the log). */
type OrphanPage = {
  readonly orphans: readonly StoredBlob[];
  readonly done: number;
  readonly total: number;
};

/** Blobs that are compared with the log in one reading of it: 40 MB of addresses. */
const ROUND = 200_000;
const EVENTS = 1000;

/**
 * The blobs that no event names, but for events about somebody who was erased, and that were not kept for a while. Memory is bounded: the log is read once for every
 * 200,000 blobs.
 *
 * Why none of them is wanted, and none that is removed with the mark it was listed with is lost:
 * - Events are looked through *after* the listing, up to a head that was read after it. So a blob is only an orphan if
 *   no event up to that head names it. Events are compared as they are stored, whatever version wrote them.
 * - An event beyond that head names a blob that was kept (or stored) before the event was appended. Keeping leaves a
 *   new mark, also on content that was there. If it was kept after the listing, its mark is another one and
 *   `BlobStore.remove` leaves it; should the file be gone by then, the process that keeps it writes it again.
 * - If it was kept before the listing, then at least `grace` before: younger ones are no orphans. Between keeping and
 *   appending there are two statements with time-outs of a minute; a day of grace is far beyond. A process that was
 *   frozen for longer than that keeps the file again after its event was stored (`commands/ingest-document.ts`).
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
    // Without a look at the whole log nothing may be called an orphan.
    if (position < head && candidates.size > 0)
      throw new Error(`The log could only be read up to position ${position} of ${head}.`);
    yield { orphans: [...candidates.values()], done: head, total: head };
  }
}
