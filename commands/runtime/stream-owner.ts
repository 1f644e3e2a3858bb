import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { Access } from './record-access.ts';

type Whose = Required<Pick<Access, 'subjects' | 'phi'>>;

/** Whose content a stream holds, and whether that is PHI, as the event says with which it began. */
export const eventOwner = ({ metadata: { subject, phi } }: Pick<RecordedEvent, 'metadata'>): Whose => ({
  subjects: subject === undefined ? [] : [subject],
  phi,
});

/**
 * Whose content a stream holds. Asked of the log, not of a read model: what is on record of a reading must not depend on
 * how far some index is. Of a stream that cannot be read, the most is assumed.
 */
export const streamOwner = async (
  streamId: StreamId,
  eventStore: Pick<EventStore, 'readStreamPage'>,
): Promise<Whose> => {
  const { events } = await eventStore.readStreamPage(streamId, { limit: 1 });
  const [first] = events;
  return first ? eventOwner(first) : { subjects: [], phi: true };
};
