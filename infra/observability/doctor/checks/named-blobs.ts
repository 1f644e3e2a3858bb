import { createHash } from 'node:crypto';
import { counted } from '../../../../domain/kernel/counted.ts';
import { namedBlobs } from '../../../../domain/kernel/named-blobs.ts';
import type { BlobStore } from '../../../../ports/blob-store.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
import type { SubjectKeyState } from '../../../../ports/subject-key-state.ts';
import { type Check, fine, problem, progress } from '../check.ts';
import { createErasedEvents } from '../erased-events.ts';

const EVENTS = 1000;
/** Maximum addresses remembered, so that a blob named by several events is checked once. */
const REMEMBERED = 100_000;

/** Checks that every blob named by an event exists; with `deep`, that its content is unaltered. */
export const namedBlobsExist = ({
  blobs,
  eventStore,
  subjectKeyState,
}: {
  readonly blobs: Pick<BlobStore, 'has' | 'read'>;
  readonly eventStore: Pick<EventStore, 'head' | 'readStored'>;
  readonly subjectKeyState: SubjectKeyState;
}): Check => {
  const isWhole = async (sha256: string): Promise<boolean> => {
    const hash = createHash('sha256');
    for await (const piece of blobs.read(sha256)) hash.update(piece);
    return hash.digest('hex') === sha256;
  };
  return {
    name: 'blobs',
    run: async function* ({ deep }, signal) {
      const seen = new Set<string>();
      const isErased = createErasedEvents(subjectKeyState);
      let looked = 0;
      const missing: number[] = [];
      const altered: number[] = [];
      const head = await eventStore.head();
      for (let position = 0; position < head; ) {
        const page = await eventStore.readStored(position, EVENTS);
        for (const event of page.events) {
          for (const sha256 of namedBlobs(event.data)) {
            signal.throwIfAborted();
            if (seen.has(sha256)) continue;
            if (seen.size >= REMEMBERED) seen.clear();
            seen.add(sha256);
            looked += 1;
            if (!(await blobs.has(sha256))) {
              // Files of an erased person are deleted with the key; another event may still need the same one.
              if (await isErased(event)) seen.delete(sha256);
              else missing.push(event.position);
            } else if (deep && !(await isWhole(sha256))) altered.push(event.position);
          }
        }
        if (page.scannedTo <= position) break;
        position = page.scannedTo;
        yield progress(Math.min(position, head), head);
      }
      if (missing.length > 0)
        yield problem(
          `${counted(missing.length, 'file')} that events name ${missing.length === 1 ? 'is' : 'are'} missing, first the one of event ${missing[0]}.`,
          'Restore "blobs" in the data directory from a backup.',
        );
      if (altered.length > 0)
        yield problem(
          `${counted(altered.length, 'file')} ${altered.length === 1 ? 'differs' : 'differ'} from what was stored, first the one of event ${altered[0]}.`,
          'The disk may be failing. Restore "blobs" from a backup.',
        );
      if (missing.length + altered.length === 0)
        yield fine(
          `All ${counted(looked, 'file')} that events name exist${deep ? ' and are unaltered' : ''}.`,
        );
    },
  };
};
