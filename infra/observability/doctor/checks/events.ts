import { counted } from '../../../../domain/kernel/counted.ts';
import type { Finding } from '../../../../ports/doctor.ts';
import {
  type EventStore,
  isDamaged,
  type UnreadableEvent,
  type UnreadableReason,
} from '../../../../ports/event-store.ts';
import { type Check, fine, problem, progress, warning } from '../check.ts';
import { createStreamFolder } from '../fold-streams.ts';

/** Events per page; pages are bounded in bytes as well. */
const EVENTS = 500;

type Unreadable = { count: number; readonly first: UnreadableEvent };

const findingOn = (reason: UnreadableReason, { count: found, first }: Unreadable): Finding => {
  const which = `${counted(found, 'event')}, first event ${first.position}: ${first.message}`;
  if (!isDamaged({ reason }))
    return warning(
      `Written by another version of the program: ${which}`,
      'Examine the log with the version that wrote them.',
    );
  return reason === 'missing_key'
    ? problem(`Without their key: ${which}`, 'Restore the schema "vault" from a backup.')
    : problem(`Damaged: ${which}`, 'Stop the server and restore the database from a backup.');
};

/** With `deep`, checks that every event can be decrypted, matches the schema of its type, and fits into its stream. */
export const eventsCanBeRead = ({
  eventStore,
}: {
  readonly eventStore: Pick<EventStore, 'readPage' | 'readStream'>;
}): Check => ({
  name: 'events',
  run: async function* ({ deep }, signal) {
    if (!deep) return;
    const fold = createStreamFolder(eventStore);
    const unreadable = new Map<UnreadableReason, Unreadable>();
    const misfits: { count: number; first?: string } = { count: 0 };
    let [position, head, read] = [0, 1, 0];
    while (position < head) {
      signal.throwIfAborted();
      const page = await eventStore.readPage(position, EVENTS);
      for (const event of page.unreadable) {
        const known = unreadable.get(event.reason);
        if (known) known.count += 1;
        else unreadable.set(event.reason, { count: 1, first: event });
      }
      for (const event of page.events) {
        read += 1;
        const misfit = await fold(event);
        if (misfit === undefined) continue;
        misfits.count += 1;
        misfits.first ??= misfit;
      }
      head = page.head;
      if (page.scannedTo <= position) break;
      position = page.scannedTo;
      yield progress(Math.min(position, head), head);
    }
    for (const [reason, found] of unreadable) yield findingOn(reason, found);
    if (misfits.first !== undefined)
      yield problem(
        `${counted(misfits.count, 'event')} that ${misfits.count === 1 ? 'does' : 'do'} not fit into the stream. ${misfits.first}`,
        'Stop the server and restore the database from a backup.',
      );
    if (unreadable.size === 0 && misfits.first === undefined)
      yield fine(`${counted(read, 'event')} opened and read; each fits into its stream.`);
  },
});
