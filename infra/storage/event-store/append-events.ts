import type { NewEvent, Position, Revision, StreamId } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { EventStore, ExpectedRevision, StoredEvent } from '../../../ports/event-store.ts';
import { leaseLost } from '../../../ports/leases.ts';
import type { EventSerializer } from '../event-serialization/event-serializer.ts';
import { subjectErased } from '../event-serialization/subject-erased.ts';
import type { createAppendCoalescer } from './append-coalescer.ts';
import { type AppendLimits, checkCount, checkedBytes } from './append-limits.ts';
import type { AppendRequest } from './append-request.ts';
import type { StoredReader } from './stored-reader.ts';

const otherContent = (streamId: StreamId, { id, revision }: StoredEvent): Failure =>
  new Failure(
    failure('conflict', 'An event with this id but other content is already stored.', {
      details: { streamId, eventId: id, actual: revision },
    }),
  );

const conflict = (streamId: StreamId, expected: ExpectedRevision, actual: Revision): Failure =>
  new Failure(
    failure(
      'conflict',
      actual < 0
        ? `The stream does not exist, but revision ${expected} was expected.`
        : `The stream is at revision ${actual}, but ${expected === 'no-stream' ? 'it was expected not to exist' : `${expected} was expected`}. Read it again and retry.`,
      { details: { streamId, expected, actual } },
    ),
  );

type AppendServices = {
  readonly stored: Pick<StoredReader, 'readByIds'>;
  readonly serializer: Pick<EventSerializer, 'serialize' | 'says'>;
  readonly coalescer: Pick<ReturnType<typeof createAppendCoalescer>, 'append'>;
  readonly limits: AppendLimits;
  /** Called when events turn out to be stored already, up to this position. */
  readonly onRepeated: (position: Position) => void;
  /** Called with a position that the log has reached. */
  readonly onPosition: (position: Position) => void;
};

/** Appends events; distinguishes a repeated append from one that reuses an id for other content. */
export const createAppend = (services: AppendServices): EventStore['append'] => {
  const { stored, serializer, coalescer, limits, onRepeated, onPosition } = services;

  /** Other content under a stored id is not a repeat: accepting it as one would lose the new events. */
  const compareWithStored = async (streamId: StreamId, events: readonly NewEvent[]): Promise<void> => {
    const byId = new Map(events.map((event) => [event.id.toLowerCase(), event]));
    for (const row of await stored.readByIds([...byId.keys()])) {
      const event = byId.get(row.id);
      if (!event || !(await serializer.says(row, event))) throw otherContent(streamId, row);
    }
  };

  return async (streamId, events, expected, { fence } = {}) => {
    checkCount(events, limits);
    const serialized = await serializer.serialize(events);
    const request: AppendRequest = {
      streamId,
      expected,
      events: serialized,
      bytes: checkedBytes(serialized, limits),
      ...(fence ? { fence } : {}),
    };
    const outcome = await coalescer.append(request);
    if (outcome.outcome === 'lease_lost') throw leaseLost(outcome.fence);
    if (outcome.outcome === 'erased') throw subjectErased(events.map(({ type }) => type).join(', '));
    if (outcome.outcome === 'conflict') throw conflict(streamId, expected, outcome.actual);
    if (outcome.outcome === 'repeated') {
      await compareWithStored(streamId, events);
      onRepeated(outcome.position);
    }
    onPosition(outcome.position);
    return { revision: outcome.revision, position: outcome.position };
  };
};
