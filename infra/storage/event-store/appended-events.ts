import type { StoredEvent } from '../../../ports/event-store.ts';
import type { AppendOutcome, AppendRequest } from './append-request.ts';

const eventsOf = (
  { streamId, events }: AppendRequest,
  outcome: AppendOutcome | undefined,
): readonly StoredEvent[] => {
  if (outcome?.outcome !== 'appended') return [];
  const { revision, position, recordedAt } = outcome;
  return events.map(({ id, type, schemaVersion, data, metadata }, index) => {
    const before = events.length - 1 - index;
    return {
      position: position - before,
      streamId,
      revision: revision - before,
      // In lower case, as the database returns it.
      id: id.toLowerCase(),
      type,
      schemaVersion,
      recordedAt,
      data,
      metadata,
    };
  });
};

/**
 * The events that a batch has added to the log, as if read back, in the order of the log: events of one append have
 * consecutive positions and revisions, and an append that repeats another adds nothing.
 */
export const appendedEvents = (
  requests: readonly AppendRequest[],
  outcomes: readonly AppendOutcome[],
): readonly StoredEvent[] =>
  requests
    .flatMap((request, index) => eventsOf(request, outcomes[index]))
    .sort((one, other) => one.position - other.position);
