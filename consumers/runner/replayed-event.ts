import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { parkedEventReplayRequested } from '../../domain/operations/projection-events.ts';
import { type EventStore, inOrder, type UnreadableEvent } from '../../ports/event-store.ts';

/** Finds the event of a replay request, if that is for this consumer. The event may still be unreadable. */
export type FindReplayed = (request: RecordedEvent) => Promise<RecordedEvent | UnreadableEvent | undefined>;

export const createFindReplayed =
  (consumer: string, { readPage }: Pick<EventStore, 'readPage'>): FindReplayed =>
  async (request) => {
    const parsed = parkedEventReplayRequested.schema.safeParse(request.data);
    if (!parsed.success || parsed.data.consumer !== consumer) return undefined;
    const { position, eventId } = parsed.data;
    return inOrder(await readPage(position - 1, 1)).find((event) => event.id === eventId);
  };
