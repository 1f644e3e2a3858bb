import { conversationContinued } from '../../domain/consultation/conversation-events.ts';
import type { Position, RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import type { EventStore } from '../../ports/event-store.ts';

type Log = Pick<EventStore, 'readStreamPage'>;

/** All events about one thing up to a position, in log order, and how many this version cannot read. */
type ObjectHistory = { readonly events: readonly RecordedEvent[]; readonly unreadable: number };

const PAGE = 1000;

const readWhole = async (
  streamId: StreamId,
  toPosition: Position,
  { readStreamPage }: Log,
): Promise<ObjectHistory> => {
  const events: RecordedEvent[] = [];
  let unreadable = 0;
  for (let next: number | undefined = 0; next !== undefined; ) {
    const page = await readStreamPage(streamId, { fromRevision: next, toPosition, limit: PAGE });
    for (const event of page.events) events.push(event);
    unreadable += page.unreadable.length;
    next = page.next;
  }
  return { events, unreadable };
};

/** Other streams with events about the same thing, and whether only their first event is. */
const furtherStream = ({
  type,
  data,
}: RecordedEvent): { streamId: StreamId; isWhole: boolean } | undefined => {
  if (type === conversationContinued.type)
    return {
      streamId: streamIdOf('query', conversationContinued.schema.parse(data).queryId),
      isWhole: false,
    };
  if (type === documentVersionAdded.type)
    return { streamId: streamIdOf('indexing', documentVersionAdded.schema.parse(data).jobId), isWhole: true };
  return undefined;
};

/** Reads all events about the thing of a stream up to a position; see `stateAfter`. */
export const readObjectHistory = async (
  streamId: StreamId,
  toPosition: Position,
  log: Log,
): Promise<ObjectHistory> => {
  const own = await readWhole(streamId, toPosition, log);
  const events = [...own.events];
  let { unreadable } = own;
  for (const event of own.events) {
    const further = furtherStream(event);
    if (!further) continue;
    if (further.isWhole) {
      const read = await readWhole(further.streamId, toPosition, log);
      for (const one of read.events) events.push(one);
      unreadable += read.unreadable;
    } else {
      const first = await log.readStreamPage(further.streamId, { fromRevision: 0, toPosition, limit: 1 });
      events.push(...first.events);
      unreadable += first.unreadable.length;
    }
  }
  return { events: events.toSorted((one, other) => one.position - other.position), unreadable };
};
