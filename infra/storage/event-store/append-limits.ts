import type { NewEvent } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { SerializedEvent } from '../event-serialization/serialized-event.ts';

/** What is bounded on the way into the log. Bytes are those of data and metadata as they are stored. */
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
  /** Appends that may wait; one more is refused as `unavailable`. */
  readonly waiting: number;
  /** The same in bytes. */
  readonly waitingBytes: number;
  /** Milliseconds after which a caller is answered `unavailable`, whatever becomes of the append. */
  readonly timeout: number;
};

const MIB = 1024 * 1024;

/**
 * An event says what happened; what is large is a blob that it refers to. The largest of ours, an answer with its
 * evidence, has some 100 KB; 1 MiB is also what Kafka takes by default. Six events of 60 MB at once took 1.3 GB where
 * measured: while it is written, an event exists as data, as JSON, as a parameter and as a message.
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
  // Two attempts with their connections; a command, with what else it does, is to be answered within 15 s.
  timeout: 10_000,
};

/** Throws `internal_error` unless an append holds a sensible number of events, each once. */
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
      `${what} has ${bytes} bytes, and the log takes at most ${limit}. Large content belongs into a blob.`,
      { component: 'event-store', details: { bytes, limit, ...omitUndefined({ type }) } },
    ),
  );

/** The bytes of an append; throws `payload_too_large` when one event or all together are too large. */
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
