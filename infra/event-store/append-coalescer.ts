import type { StreamId } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { AppendResult, ExpectedRevision } from '../../ports/event-store.ts';
import type { Fence } from '../../ports/leases.ts';
import type { SerializedEvent } from '../event-serialization/event-serializer.ts';
import type { AppendLimits } from './append-limits.ts';

/** One caller's append, ready to be written. */
export type AppendRequest = {
  readonly streamId: StreamId;
  readonly expected: ExpectedRevision;
  readonly events: readonly SerializedEvent[];
  /** Of all events together, as they are stored. */
  readonly bytes: number;
  /** Appends under different fences share a transaction: a stale one loses its own append only. */
  readonly fence?: Fence;
};

/** What became of one append of a batch. */
export type AppendOutcome =
  | ({ readonly outcome: 'appended' | 'repeated' } & AppendResult)
  | { readonly outcome: 'conflict'; readonly actual: number }
  | { readonly outcome: 'lease_lost'; readonly fence: Fence };

/** Writes a batch in one transaction; answers in the order of the requests. */
export type WriteBatch = (requests: readonly AppendRequest[]) => Promise<readonly AppendOutcome[]>;

type Waiting = AppendRequest & {
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Group commit: while one transaction is on its way, further appends gather and go together in the next. A lone
 * caller never waits for company.
 *
 * A batch holds a stream more than once only if all of its appends accept any revision, and never holds an event
 * id twice: what does not fit waits for the next batch, in order.
 */
export const createAppendCoalescer = (
  write: WriteBatch,
  limits: Pick<AppendLimits, 'batchAppends' | 'batchEvents' | 'batchBytes' | 'waiting' | 'waitingBytes'>,
): {
  readonly append: (request: AppendRequest) => Promise<AppendOutcome>;
  readonly idle: () => Promise<void>;
} => {
  let queue: Waiting[] = [];
  let queuedBytes = 0;
  let draining: Promise<void> | undefined;

  const takeBatch = (): readonly Waiting[] => {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const streams = new Map<StreamId, 'any' | 'exact'>();
    const ids = new Set<string>();
    let events = 0;
    let bytes = 0;
    for (const [index, request] of queue.entries()) {
      const full =
        batch.length >= limits.batchAppends ||
        (batch.length > 0 &&
          (events + request.events.length > limits.batchEvents || bytes + request.bytes > limits.batchBytes));
      if (full) {
        left.push(...queue.slice(index));
        break;
      }
      const kind = request.expected === 'any' ? 'any' : 'exact';
      const present = streams.get(request.streamId);
      const clashes =
        (present !== undefined && (present === 'exact' || kind === 'exact')) ||
        request.events.some((event) => ids.has(event.id));
      if (clashes) {
        // Later appends to this stream must not overtake the one that waits.
        streams.set(request.streamId, 'exact');
        left.push(request);
        continue;
      }
      streams.set(request.streamId, kind);
      for (const event of request.events) ids.add(event.id);
      events += request.events.length;
      bytes += request.bytes;
      batch.push(request);
    }
    queue = left;
    queuedBytes -= bytes;
    return batch;
  };

  const writeAlone = async (request: Waiting): Promise<void> => {
    try {
      const [outcome] = await write([request]);
      if (outcome) request.resolve(outcome);
      else request.reject(new Failure(failure('internal_error', 'The log gave no outcome for an append.')));
    } catch (error) {
      request.reject(error);
    }
  };

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    const [first] = batch;
    if (first && batch.length === 1) return writeAlone(first);
    let outcomes: readonly AppendOutcome[];
    try {
      outcomes = await write(batch);
    } catch {
      // The transaction is gone as a whole. One append may be to blame: each gets its own chance, so that it fails
      // alone. Should the commit have happened unseen, the ids make the repetition harmless.
      for (const request of batch) await writeAlone(request);
      return;
    }
    for (const [index, request] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome) request.resolve(outcome);
      else request.reject(new Failure(failure('internal_error', 'The log gave no outcome for an append.')));
    }
  };

  const drain = async (): Promise<void> => {
    while (queue.length > 0) await writeBatch(takeBatch());
    draining = undefined;
  };

  return {
    append: (request) =>
      new Promise((resolve, reject) => {
        if (queue.length >= limits.waiting || queuedBytes + request.bytes > limits.waitingBytes) {
          reject(
            new Failure(
              failure(
                'unavailable',
                'Too many writes are waiting for the event log. Try again in a moment.',
                {
                  component: 'event-store',
                  retryAfter: 1,
                },
              ),
            ),
          );
          return;
        }
        queue.push({ ...request, resolve, reject });
        queuedBytes += request.bytes;
        // The microtask lets all callers of this turn of the event loop share the first batch.
        draining ??= Promise.resolve().then(drain);
      }),
    idle: async () => {
      await draining;
    },
  };
};
