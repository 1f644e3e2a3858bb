import { Failure, type FailureReason, failure } from '../../../domain/kernel/failure.ts';
import { isUnreachable } from '../../../domain/kernel/is-unreachable.ts';
import type { AppendMonitor, AppendState } from '../../../ports/append-monitor.ts';
import { type Metrics, silentMetrics } from '../../../ports/metrics.ts';
import type { AppendLimits } from './append-limits.ts';
import { createAppendQueue, type WaitingAppend } from './append-queue.ts';
import type { AppendOutcome, AppendRequest, WriteBatch } from './append-request.ts';

/** The pause before the second attempt at a batch: a server that has just come back accepts connections by then. */
const SECOND_ATTEMPT_MS = 200;

const refusal = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'event-store', retryAfter: 1 }));

/** The reason why a batch failed, if it is the state of the database and not one of its appends. */
const databaseReason = (error: unknown): FailureReason | undefined =>
  isUnreachable(error) ? error.reason : undefined;

/**
 * Group commit: while one transaction is in progress, further appends are collected for the next one. A single caller
 * never waits for others.
 *
 * A batch holds a stream more than once only if all of its appends accept any revision, and never holds an event id
 * twice: the others wait for the next batch, in order.
 *
 * A batch that fails because the database is unreachable, silent or refuses writes is retried once as a whole, and
 * then has one outcome for all. If a commit succeeded unnoticed, the event ids make every repetition harmless. No
 * caller waits longer than the timeout; an append whose caller gave up before it was written is never written.
 */
export const createAppendCoalescer = (
  write: WriteBatch,
  limits: Omit<AppendLimits, 'eventBytes' | 'appendEvents' | 'appendBytes'>,
  metrics: Metrics = silentMetrics,
): {
  readonly append: (request: AppendRequest) => Promise<AppendOutcome>;
  readonly state: () => AppendState;
  readonly queued: AppendMonitor['appendQueue'];
  readonly idle: () => Promise<void>;
} => {
  let draining: Promise<void> | undefined;
  /** The appends whose callers wait, oldest first. */
  const awaited = new Set<WaitingAppend>();
  const queue = createAppendQueue(limits, (waiting) => awaited.has(waiting));
  let refused: { readonly reason: FailureReason; readonly at: number } | undefined;

  const settle = (request: WaitingAppend, outcome: AppendOutcome | undefined): void => {
    if (outcome) request.resolve(outcome);
    else request.reject(new Failure(failure('internal_error', 'The log returned no outcome for an append.')));
  };

  const tryTwice = async (batch: readonly WaitingAppend[]): Promise<readonly AppendOutcome[]> => {
    try {
      return await write(batch);
    } catch (error) {
      if (!databaseReason(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, SECOND_ATTEMPT_MS));
      return write(batch);
    }
  };

  const writeBatch = async (batch: readonly WaitingAppend[]): Promise<void> => {
    try {
      const outcomes = await tryTwice(batch);
      refused = undefined;
      for (const [index, request] of batch.entries()) settle(request, outcomes[index]);
    } catch (error) {
      const reason = databaseReason(error);
      if (reason) refused = { reason, at: performance.now() };
      if (reason || batch.length === 1) {
        for (const request of batch) request.reject(error);
        return;
      }
      // One append may be the cause: each is tried alone, so that only that one fails.
      for (const request of batch) if (awaited.has(request)) await writeBatch([request]);
    }
  };

  const drain = async (): Promise<void> => {
    while (queue.appends() > 0) {
      const { batch, events } = queue.takeBatch();
      if (batch.length === 0) continue;
      metrics.observe('anamnesis_append_batch_appends', batch.length, {});
      metrics.observe('anamnesis_append_batch_events', events, {});
      await writeBatch(batch);
    }
    draining = undefined;
  };

  return {
    append: (request) =>
      new Promise((resolve, reject) => {
        if (queue.isFullFor(request)) {
          metrics.observe('anamnesis_append_seconds', 0, { outcome: 'failed' });
          reject(refusal('Too many writes are waiting for the event log. Try again in a moment.'));
          return;
        }
        const end = (outcome: AppendOutcome['outcome'] | 'failed'): void => {
          metrics.observe('anamnesis_append_seconds', (performance.now() - waiting.since) / 1000, {
            outcome,
          });
          clearTimeout(timer);
          awaited.delete(waiting);
        };
        const waiting: WaitingAppend = {
          ...request,
          since: performance.now(),
          resolve: (outcome) => {
            end(outcome.outcome);
            resolve(outcome);
          },
          reject: (error) => {
            end('failed');
            reject(error);
          },
        };
        const timer = setTimeout(() => {
          waiting.reject(
            refusal(
              'The event log did not answer in time. It is unknown whether this was written; repeating it is safe.',
            ),
          );
        }, limits.timeout);
        awaited.add(waiting);
        queue.add(waiting);
        // The microtask puts all callers of this turn of the event loop into the first batch.
        draining ??= Promise.resolve().then(drain);
      }),
    state: () => {
      const now = performance.now();
      const [oldest] = awaited;
      return {
        oldest: oldest ? now - oldest.since : 0,
        ...(refused ? { refused: { reason: refused.reason, since: now - refused.at } } : {}),
      };
    },
    queued: () => ({ appends: queue.appends(), bytes: queue.bytes() }),
    idle: async () => {
      await draining;
    },
  };
};
