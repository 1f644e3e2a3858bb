import { conversationContinued } from '../../domain/consultation/conversation-events.ts';
import type { Position, RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import { type EventStore, type StreamRange, wholeStream } from '../../ports/event-store.ts';

type Log = Pick<EventStore, 'readStreamPage' | 'readRanges'>;

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

/** The events of another stream about the same thing: its first event, or all of it. */
const furtherRange = ({ type, data }: RecordedEvent): StreamRange | undefined => {
  if (type === conversationContinued.type)
    return {
      streamId: streamIdOf('query', conversationContinued.schema.parse(data).queryId),
      fromRevision: 0,
      toRevision: 0,
    };
  if (type === documentVersionAdded.type)
    return wholeStream(streamIdOf('indexing', documentVersionAdded.schema.parse(data).jobId));
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
  const further = own.events.flatMap((event) => furtherRange(event) ?? []);
  for await (const page of log.readRanges(further, { toPosition })) {
    for (const event of page.events) events.push(event);
    unreadable += page.unreadable.length;
  }
  return { events: events.toSorted((one, other) => one.position - other.position), unreadable };
};
