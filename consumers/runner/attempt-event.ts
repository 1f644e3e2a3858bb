import { describeError, stackFramesOf } from '../../domain/kernel/describe-error.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { isSubjectErased } from '../../domain/privacy/is-subject-erased.ts';
import { isReadModelUnavailable } from '../../followers/read-model-unavailable.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { Partition } from '../../ports/consumer-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { type FreeSpace, isDiskFull } from '../../ports/free-space.ts';
import { isLeaseLost } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { type RetryPolicy, withRetries } from '../../ports/retry.ts';
import type { Delivery } from './delivery.ts';
import { type FileStoreCheck, waitIfFileStoreDown } from './wait-if-file-store-down.ts';
import { waitIfLogUnreachable } from './wait-if-log-unreachable.ts';
import { withDeadline } from './with-deadline.ts';

/** The pause in milliseconds before an attempt is repeated for which a read model is not built yet. */
const READ_MODEL_PAUSE_MS = 1000;

/** False when another attempt could not succeed: the lease is lost, or the person is erased. */
const isWorthAnother = (error: unknown): boolean => !isLeaseLost(error) && !isSubjectErased(error);

export type AttemptServices = {
  readonly eventStore: EventStore;
  /** Rejects while a part of the log is unreachable; given when the database holds only part of the log. */
  readonly reachLog?: () => Promise<unknown>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** When the disk is full, work waits instead of failing. */
  readonly space?: FreeSpace;
  /** When the file store is unreachable, work waits instead of failing. */
  readonly files?: FileStoreCheck;
  readonly ownership: Pick<Partition, 'fence' | 'signal' | 'confirm'>;
  readonly retry: RetryPolicy;
};

/** Work for an event, and the milliseconds it may take from its start or last progress. */
type Task = { readonly work: (delivery: Delivery) => Promise<void>; readonly milliseconds: number };
export type Failed = { readonly attempts: number; readonly error: unknown };

/** Tries until the task succeeds or has failed `attempts` times. Rejects when the ownership ends. */
export type Attempt = (event: RecordedEvent, attempts: number, task: Task) => Promise<Failed | undefined>;

/** Makes the attempts of one consumer at its events. */
export const createAttempts = (consumer: string, services: AttemptServices): Attempt => {
  const { logger, metrics, ownership, retry, reachLog = services.eventStore.head } = services;
  const { signal, fence, confirm } = ownership;

  const deliver = (attempt: number, { work, milliseconds }: Task): Promise<void> =>
    withDeadline(milliseconds, signal, (limits) => work({ ...limits, fence, attempt, confirm }));

  /**
   * A failed attempt does not count if meanwhile the disk was full, the log or the file store was unreachable, or a read
   * model was not built yet. How long to wait for a read model is up to the handler.
   */
  const deliverWhenPossible = async (attempt: number, task: Task): Promise<void> => {
    for (;;) {
      await services.space?.waitForRoom(signal);
      try {
        return await deliver(attempt, task);
      } catch (error) {
        if (signal.aborted) throw error;
        if (await waitIfLogUnreachable(error, reachLog, signal)) continue;
        if (await waitIfFileStoreDown(error, services.files, signal)) continue;
        if (isReadModelUnavailable(error)) {
          await abortablePause(Math.min(READ_MODEL_PAUSE_MS, retry.maxPause), signal);
          continue;
        }
        if (!isDiskFull(error) && services.space?.shortage() === undefined) throw error;
        // Work too large for the remaining space waits too, and must not spin.
        await abortablePause(retry.maxPause, signal);
      }
    }
  };

  const report = (event: RecordedEvent, error: unknown, attemptNumber: number): void => {
    metrics.count('anamnesis_consumer_failures_total', { consumer });
    const { message } = describeError(error);
    const fields = { consumer, eventId: event.id, eventType: event.type, attemptNumber };
    logger.warn(
      { ...fields, error: message, frames: stackFramesOf(error) },
      'An event could not be handled.',
    );
  };

  return async (event, attempts, task) => {
    let made = 0;
    try {
      await withRetries(
        (attempt) => {
          made = attempt;
          return deliverWhenPossible(attempt, task);
        },
        {
          ...retry,
          attempts,
          mayPass: isWorthAnother,
          signal,
          onFailure: (error, attempt) => {
            if (isWorthAnother(error)) report(event, error, attempt);
          },
        },
      );
      signal.throwIfAborted();
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (isLeaseLost(error)) throw error;
      return isSubjectErased(error) ? undefined : { attempts: made, error };
    }
  };
};
