import type { NewEvent } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { SerializedEvent } from '../event-serialization/serialized-event.ts';

/** Limits of writes to the log. Bytes are those of data and metadata as stored. */
export type AppendLimits = {
  /** Largest event. */
  readonly eventBytes: number;
  readonly appendEvents: number;
  readonly appendBytes: number;
  /** Appends in one transaction. */
  readonly batchAppends: number;
  /** Events in one transaction. */
  readonly batchEvents: number;
  /** Bytes in one transaction. */
  readonly batchBytes: number;
  /** The most appends that may wait; a further one is refused as `unavailable`. */
  readonly waiting: number;
  /** Like `waiting`, but in bytes. */
  readonly waitingBytes: number;
  /** Milliseconds after which a caller gets `unavailable`, even if the append succeeds later. */
  readonly timeout: number;
};

const MIB = 1024 * 1024;

/**
 * An event states what happened; large content is in a blob that it refers to. The largest events here, answers with
 * their evidence, have some 100 KB; 1 MiB is also Kafka's default limit. Six concurrent events of 60 MB took 1.3 GB
 * in a measurement: while it is written, an event exists as data, as JSON, as a parameter and as a message.
 */
export const defaultAppendLimits: AppendLimits = {
  eventBytes: MIB,
  appendEvents: 1000,
  appendBytes: 8 * MIB,
  batchAppends: 256,
  batchEvents: 2000,
  batchBytes: 8 * MIB,
  waiting: 10_000,
  waitingBytes: 64 * MIB,
  // Two attempts with their connections; a whole command should be answered within 15 s.
  timeout: 10_000,
};

/** Throws `internal_error` for an append without events, with too many, or with an id twice. */
export const checkCount = (events: readonly NewEvent[], { appendEvents }: AppendLimits): void => {
  if (events.length === 0 || events.length > appendEvents) {
    throw new Failure(
      failure('internal_error', `An append must hold 1 to ${appendEvents} events, not ${events.length}.`),
    );
  }
  if (new Set(events.map((event) => event.id)).size < events.length) {
    throw new Failure(failure('internal_error', 'An append holds the same event id twice.'));
  }
};

const tooLarge = (what: string, bytes: number, limit: number, type?: string): Failure =>
  new Failure(
    failure(
      'payload_too_large',
      `${what} has ${bytes} bytes, and the log accepts at most ${limit}. Large content belongs in a blob.`,
      { component: 'event-store', details: { bytes, limit, ...omitUndefined({ type }) } },
    ),
  );

/** The bytes of an append; throws `payload_too_large` if one event or all together are too large. */
export const checkedBytes = (
  events: readonly SerializedEvent[],
  { eventBytes, appendBytes }: AppendLimits,
): number => {
  let sum = 0;
  for (const { type, data, metadata } of events) {
    const bytes = Buffer.byteLength(data) + Buffer.byteLength(metadata);
    if (bytes > eventBytes) throw tooLarge(`A ${type} event`, bytes, eventBytes, type);
    sum += bytes;
  }
  if (sum > appendBytes) throw tooLarge('An append', sum, appendBytes);
  return sum;
};
