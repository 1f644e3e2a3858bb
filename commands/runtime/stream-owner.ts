import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { Access } from './record-access.ts';

type ContentOwner = Required<Pick<Access, 'subjects' | 'phi'>>;

/** The subjects of a stream's content, and whether it holds PHI, from the stream's first event. */
export const eventOwner = ({
  metadata: { subject, phi },
}: Pick<RecordedEvent, 'metadata'>): ContentOwner => ({
  subjects: subject === undefined ? [] : [subject],
  phi,
});

/**
 * The subjects of a stream's content. Read from the log, not from a read model: the record of an access must not
 * depend on an index's progress. An empty stream is assumed to hold PHI.
 */
export const streamOwner = async (
  streamId: StreamId,
  eventStore: Pick<EventStore, 'readStreamPage'>,
): Promise<ContentOwner> => {
  const { events } = await eventStore.readStreamPage(streamId, { limit: 1 });
  const [first] = events;
  return first ? eventOwner(first) : { subjects: [], phi: true };
};
