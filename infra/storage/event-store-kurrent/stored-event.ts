import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import { type LogEntry, openEnvelope } from './log-entry.ts';
import type { NumberedRow } from './number-events.ts';

const jsonOr = (text: string, bytes: Uint8Array): string => {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify({ base64: Buffer.from(bytes).toString('base64') });
  }
};

const FLAWS = {
  foreign: 'Another program has written this event into a stream of ours in KurrentDB.',
  repeated_id: 'This event has the id of another one: it was appended to KurrentDB a second time.',
} as const;
export const LOST = 'This event is lost in KurrentDB: it was truncated or deleted there. Restore a backup.';

const placeOf = (row: NumberedRow) => ({
  position: row.position,
  streamId: row.streamId,
  revision: row.revision,
  id: row.id,
  type: row.type,
  schemaVersion: row.schemaVersion,
  recordedAt: row.recordedAt,
});

/** A numbered event with its content from KurrentDB; an event that is lost there is marked as lost. */
export const storedEvent = (row: NumberedRow, entry: LogEntry | undefined): StoredEvent => {
  if (!entry) return { ...placeOf(row), data: '{}', metadata: '{}', flaw: LOST };
  const data = Buffer.from(entry.data).toString('utf8');
  const envelope = row.flaw === 'foreign' ? undefined : openEnvelope(entry.metadata);
  if (!envelope)
    return { ...placeOf(row), data: jsonOr(data, entry.data), metadata: '{}', flaw: FLAWS.foreign };
  return {
    ...placeOf(row),
    data,
    metadata: envelope.metadata,
    ...(row.flaw === null ? {} : { flaw: FLAWS[row.flaw] }),
  };
};

export const lostFailure = ({ position, id, type }: StoredEvent): Failure =>
  new Failure(
    failure('internal_error', LOST, {
      component: 'event-store',
      details: { position, eventId: id, type },
    }),
  );
