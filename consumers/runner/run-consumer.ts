import pLimit from 'p-limit';
import pRetry from 'p-retry';
import type { CommandServices } from '../../commands/command-definition.ts';
import { describeError, stackFramesOf } from '../../domain/kernel/describe-error.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { parkedEventReplayRequested } from '../../domain/operations/projection-events.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { Checkpoints } from '../../ports/checkpoints.ts';
import { unreadableFailure } from '../../ports/event-store.ts';
import type { Lease, Leases } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { ConsumerDefinition } from './consumer-definition.ts';
import { parkEvent, resolveParkedEvent } from './parking.ts';
import { createWatermark } from './watermark.ts';

export type ConsumerServices = Pick<CommandServices, 'eventStore' | 'identity'> & {
  readonly leases: Leases;
  readonly checkpoints: Checkpoints;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Runs work under the trace of the event that causes it. */
  readonly withTrace: <T>(event: RecordedEvent, work: () => Promise<T>) => Promise<T>;
  /** Tells how the consumer is doing, for health and the list of projections. */
  readonly report: (
    consumer: string,
    health: { state: 'running' | 'failing'; error?: string },
    position: number,
  ) => void;
  readonly retry?: RetryPolicy;
};

/** Attempts at one event, and the pauses between them in milliseconds (doubling, with jitter). */
export type RetryPolicy = {
  readonly attempts: number;
  readonly firstPause: number;
  readonly longestPause: number;
};
export const defaultRetryPolicy: RetryPolicy = { attempts: 5, firstPause: 200, longestPause: 10_000 };

/** Events in memory, waiting or under way: more are not read from the log until some are done. */
const MOST_UNDER_WAY = 500;
const CHECKPOINT_EVERY_MS = 250;
const RESTART_PAUSE_MS = 2000;

/** The event that a replay request speaks of, if it is meant for this consumer. */
const replayedEvent = async (
  services: ConsumerServices,
  consumer: string,
  request: RecordedEvent,
): Promise<RecordedEvent | undefined> => {
  const parsed = parkedEventReplayRequested.schema.safeParse(request.data);
  if (!parsed.success || parsed.data.consumer !== consumer) return undefined;
  const { position, eventId } = parsed.data;
  const { events } = await services.eventStore.readPage(position - 1, 1);
  return events.find((event) => event.id === eventId);
};

const consume = async (
  definition: ConsumerDefinition,
  services: ConsumerServices,
  lease: Lease,
  stop: AbortSignal,
): Promise<void> => {
  const { eventStore, checkpoints, logger, metrics } = services;
  const policy = services.retry ?? defaultRetryPolicy;
  const { name } = definition;
  const from = await checkpoints.read(name);
  const watermark = createWatermark(from);
  const limit = pLimit(definition.concurrency);
  /** The last piece of work of each ordering key; the next one of that key waits for it. */
  const lanes = new Map<string, Promise<void>>();
  const underWay = new Set<Promise<void>>();
  services.report(name, { state: 'running' }, from);

  const attempt = async (event: RecordedEvent): Promise<boolean> => {
    try {
      await pRetry(() => definition.handle(event, stop), {
        retries: policy.attempts - 1,
        minTimeout: policy.firstPause,
        maxTimeout: policy.longestPause,
        randomize: true,
        signal: stop,
        onFailedAttempt: ({ error, attemptNumber }) => {
          if (stop.aborted) return;
          metrics.count('anamnesis_consumer_failures_total', { consumer: name });
          const { message } = describeError(error);
          const fields = { consumer: name, eventId: event.id, eventType: event.type, attemptNumber };
          logger.warn(
            { ...fields, error: message, frames: stackFramesOf(error) },
            'An event could not be handled.',
          );
        },
      });
      return true;
    } catch (error) {
      if (stop.aborted) return false;
      await parkEvent(services, name, event, policy.attempts, error);
      metrics.count('anamnesis_consumer_parked_total', { consumer: name });
      logger.error({ consumer: name, eventId: event.id, eventType: event.type }, 'An event was parked.');
      await definition.onParked?.(event, describeError(error).message);
      return true;
    }
  };

  /** Answers whether the event is done with: not when the process stops in the middle. */
  const handle = async (event: RecordedEvent): Promise<boolean> => {
    if (event.type !== parkedEventReplayRequested.type) return attempt(event);
    const parked = await replayedEvent(services, name, event);
    if (!parked) return true;
    try {
      await definition.handle(parked, stop);
    } catch (error) {
      if (stop.aborted) return false;
      await parkEvent(services, name, parked, 1, error);
      return true;
    }
    await resolveParkedEvent(services, name, parked);
    return true;
  };

  let broken: unknown;
  const failed = new AbortController();
  const halt = AbortSignal.any([stop, failed.signal]);

  const start = (event: RecordedEvent): void => {
    watermark.begin(event.position);
    const key = definition.orderingKey(event);
    const before = lanes.get(key) ?? Promise.resolve();
    const work = before
      .then(() => limit(() => (halt.aborted ? false : services.withTrace(event, () => handle(event)))))
      .then(
        (done) => {
          if (done) watermark.finish(event.position);
        },
        (error: unknown) => {
          // Not even parking worked: the log cannot be written. Stop here; the event will come again.
          broken ??= error;
          failed.abort();
        },
      )
      .finally(() => {
        underWay.delete(work);
        if (lanes.get(key) === work) lanes.delete(key);
      });
    lanes.set(key, work);
    underWay.add(work);
  };

  let stored = from;
  const storeCheckpoint = async (): Promise<void> => {
    const position = watermark.value();
    services.report(name, { state: 'running' }, position);
    if (position <= stored) return;
    if (await checkpoints.move(name, position, lease)) stored = position;
  };
  const timer = setInterval(() => {
    storeCheckpoint().catch(() => {
      // The next round tries again; until then events may be delivered twice, which is harmless.
    });
  }, CHECKPOINT_EVERY_MS);

  try {
    const types = [...definition.eventTypes, parkedEventReplayRequested.type];
    for await (const page of eventStore.subscribePages(from, { types }, halt, 100)) {
      const [unreadable] = page.unreadable;
      for (const event of page.events) {
        if (halt.aborted || (unreadable && event.position > unreadable.position)) break;
        start(event);
        while (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay);
      }
      if (unreadable) throw unreadableFailure(unreadable);
      if (!halt.aborted) watermark.scanned(page.scannedTo);
    }
  } finally {
    clearInterval(timer);
    await Promise.all(underWay);
    await storeCheckpoint().catch(() => {});
  }
  if (broken) throw broken;
};

/**
 * Delivers events to a consumer until the signal aborts: at least once, in order per key, a bounded number at a
 * time. What fails is tried again, then parked; nothing is skipped silently and nothing stops silently.
 */
export const runConsumer = async (
  definition: ConsumerDefinition,
  services: ConsumerServices,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const lease = await services.leases.acquire(`consumer:${definition.name}`, signal);
    if (!lease) return;
    try {
      await consume(definition, services, lease, AbortSignal.any([signal, lease.signal]));
    } catch (error) {
      const { message } = describeError(error);
      services.report(definition.name, { state: 'failing', error: message }, -1);
      services.logger.error(
        { consumer: definition.name, error: message, frames: stackFramesOf(error) },
        'A consumer stopped; it will be started again.',
      );
      await abortablePause(RESTART_PAUSE_MS, signal);
    } finally {
      await lease.release();
    }
  }
};
