import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { describeError, stackFramesOf } from '../../domain/kernel/describe-error.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { isReadModelAway } from '../../followers/read-model-away.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { Partition } from '../../ports/consumer-feed.ts';
import type { UnreadableEvent } from '../../ports/event-store.ts';
import { type FreeSpace, isDiskFull } from '../../ports/free-space.ts';
import { isLeaseLost } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { doWithRetries, type RetryPolicy } from '../../ports/retry.ts';
import type { ConsumerDefinition } from './consumer-definition.ts';
import type { Delivery } from './delivery.ts';
import type { EventParking } from './event-parking.ts';
import { type FilesCheck, waitIfFilesAway } from './wait-if-files-away.ts';
import { waitIfLogUnreachable } from './wait-if-log-unreachable.ts';
import { withDeadline } from './with-deadline.ts';

/** Whether something could not be stored because the person whom it is about has been erased: it is settled then. */
const isAboutErasedSubject = (error: unknown): boolean =>
  error instanceof Failure &&
  error.reason.code === 'rule_violated' &&
  error.reason.details?.reason === 'subject_erased';

/** How often one event is tried. */
export const defaultRetryPolicy: RetryPolicy = { attempts: 5, firstPause: 200, maxPause: 10_000 };

/** Attempts at telling whoever waits that an event was parked. */
const NOTIFY_ATTEMPTS = 3;
/** Telling is a command or two, whatever the handling may take. */
const MAX_REPORT_MS = 30_000;

/** Milliseconds until a read model is asked for again that nobody has built yet. */
const READ_MODEL_PAUSE_MS = 1000;

type SettleServices = Pick<CommandServices, 'eventStore' | 'identity'> & {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Nothing fails because the disk is full: it waits. */
  readonly space?: FreeSpace;
  /** Nothing fails because the store of files is away either. */
  readonly files?: FilesCheck;
  readonly parking: EventParking;
  readonly ownership: Pick<Partition, 'fence' | 'signal' | 'confirm'>;
  readonly retry: RetryPolicy;
};

/**
 * Brings deliveries to an end, each in the order of its key: handled, parked, or of no more concern because the person it was
 * about has been erased. All reject when they cannot even be parked, and when the ownership ends before they are settled:
 * the event then comes again.
 */
export type Settler = {
  readonly settle: (event: RecordedEvent) => Promise<void>;
  /** One more attempt at an event that was parked, and at those that waited behind it. */
  readonly replay: (event: RecordedEvent, request: RecordedEvent) => Promise<void>;
  readonly parkUnreadable: (event: UnreadableEvent) => Promise<void>;
};

/** Something to be done for an event, within so many milliseconds from its beginning or its last progress. */
type Task = { readonly work: (delivery: Delivery) => Promise<void>; readonly milliseconds: number };
type Failed = { readonly attempts: number; readonly error: unknown };

export const createSettler = (definition: ConsumerDefinition, services: SettleServices): Settler => {
  const { eventStore, identity, logger, metrics, parking, ownership, retry } = services;
  const { name, deadline, laterEvents, orderingKey } = definition;
  const { signal, fence, confirm } = ownership;

  /** Ids are fresh: the same event may be parked, replayed and parked again. */
  const contextOf = (cause: RecordedEvent): CommandContext =>
    systemContext(cause, identity.newId(), name, fence);

  const deliver = (attempt: number, { work, milliseconds }: Task): Promise<void> =>
    withDeadline(milliseconds, signal, (limits) => work({ ...limits, fence, attempt, confirm }));

  /**
   * An attempt during which the disk was full, the log or the store of files away, or a read model not built yet does not
   * count, whatever became of it. How long is waited for the latter is up to the handler, who knows who waits for it.
   */
  const deliverWhenPossible = async (attempt: number, task: Task): Promise<void> => {
    for (;;) {
      await services.space?.waitForRoom(signal);
      try {
        return await deliver(attempt, task);
      } catch (error) {
        if (signal.aborted) throw error;
        if (await waitIfLogUnreachable(error, eventStore, signal)) continue;
        if (await waitIfFilesAway(error, services.files, signal)) continue;
        if (isReadModelAway(error)) {
          await abortablePause(Math.min(READ_MODEL_PAUSE_MS, retry.maxPause), signal);
          continue;
        }
        if (!isDiskFull(error) && services.space?.shortage() === undefined) throw error;
        // What is too large for the room that is left waits as well, and must not spin.
        await abortablePause(retry.maxPause, signal);
      }
    }
  };

  /** Tries until it succeeds or has failed so many times. Rejects when the ownership is over. */
  const attempt = async (event: RecordedEvent, attempts: number, task: Task): Promise<Failed | undefined> => {
    let made = 0;
    try {
      await doWithRetries(
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
            if (!isWorthAnother(error)) return;
            metrics.count('anamnesis_consumer_failures_total', { consumer: name });
            const { message } = describeError(error);
            const fields = {
              consumer: name,
              eventId: event.id,
              eventType: event.type,
              attemptNumber: attempt,
            };
            logger.warn(
              { ...fields, error: message, frames: stackFramesOf(error) },
              'An event could not be handled.',
            );
          },
        },
      );
      signal.throwIfAborted();
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (isLeaseLost(error)) throw error;
      return isAboutErasedSubject(error) ? undefined : { attempts: made, error };
    }
  };

  const handle = (event: RecordedEvent, attempts: number): Promise<Failed | undefined> =>
    attempt(event, attempts, {
      work: (delivery) => definition.handle(event, delivery),
      milliseconds: deadline,
    });

  /** Tells whoever waits. Answers why that could not be done. */
  const notifyWaiting = async (event: RecordedEvent, failed: Failed): Promise<string | undefined> => {
    const { onParked } = definition;
    if (!onParked) return undefined;
    const { message } = describeError(failed.error);
    const untold = await attempt(event, NOTIFY_ATTEMPTS, {
      work: (delivery) => onParked(event, message, delivery),
      milliseconds: Math.min(deadline, MAX_REPORT_MS),
    });
    return untold && describeError(untold.error).message;
  };

  const keyOf = (event: RecordedEvent): { readonly key?: string } =>
    laterEvents === 'wait' ? { key: keyInLog(orderingKey(event)) } : {};

  const park = async (
    event: RecordedEvent,
    why: { attempts: number; reason: string; message: string; waitsBehind?: string; untold?: string },
  ): Promise<void> => {
    const { id: eventId, type: eventType, streamId, position } = event;
    await parking.park({ eventId, eventType, streamId, position, ...keyOf(event), ...why }, contextOf(event));
    metrics.count('anamnesis_consumer_parked_total', { consumer: name });
    logger.error({ consumer: name, eventId, eventType, reason: why.reason }, 'An event was parked.');
  };

  const parkFailed = async (event: RecordedEvent, failed: Failed): Promise<void> => {
    const untold = await notifyWaiting(event, failed);
    await park(event, {
      attempts: failed.attempts,
      ...describeError(failed.error),
      ...omitUndefined({ untold }),
    });
  };

  /** The parked event that this one has to wait for. */
  const inFrontOf = (event: RecordedEvent): string | undefined => {
    const { key } = keyOf(event);
    return key === undefined ? undefined : parking.firstOf(key)?.eventId;
  };

  const settle = async (event: RecordedEvent): Promise<void> => {
    const waitsBehind = inFrontOf(event);
    if (waitsBehind !== undefined && waitsBehind !== event.id) {
      const message = 'It waits behind an earlier event of the same key that is parked.';
      await park(event, { attempts: 0, reason: 'waits', message, waitsBehind });
      return;
    }
    const failed = await handle(event, retry.attempts);
    if (failed) await parkFailed(event, failed);
  };

  const readAt = async (position: number, id: string): Promise<RecordedEvent | undefined> =>
    (await eventStore.readPage(position - 1, 1)).events.find((event) => event.id === id);

  /** Handles those that waited behind an event, in order, until one fails: the others then wait behind that one. */
  const release = async (key: string): Promise<void> => {
    for (;;) {
      const next = parking.firstOf(key);
      if (next?.waitsBehind === undefined) return;
      const event = await readAt(next.position, next.eventId);
      if (!event) return;
      const failed = await handle(event, retry.attempts);
      if (failed) return parkFailed(event, failed);
      await parking.resolve(event.id, contextOf(event));
    }
  };

  return {
    settle,
    replay: async (event, request) => {
      // A request that is delivered again finds its event resolved, and goes on with those behind it.
      if (parking.isParked(event.id)) {
        const failed = await handle(event, 1);
        if (failed) {
          await park(event, { attempts: failed.attempts, ...describeError(failed.error) });
          return;
        }
        await parking.resolve(event.id, contextOf(request));
      }
      const { key } = keyOf(event);
      if (key !== undefined) await release(key);
    },
    parkUnreadable: async ({ id, type, streamId, position, message }) => {
      const context = systemContext(undefined, identity.newId(), name, fence);
      const event = { eventId: id, eventType: type, streamId, position, attempts: 0 };
      const parked = { ...event, reason: 'unreadable', message: message.slice(0, 500) };
      // Other partitions meet it as well.
      if (!(await parking.park(parked, context))) return;
      metrics.count('anamnesis_consumer_parked_total', { consumer: name });
      logger.error(
        { consumer: name, eventId: id, eventType: type },
        'An event was parked unread; a newer version of the program has to replay it.',
      );
    },
  };
};

/** Whoever has the lease goes on, and what was about an erased person is settled: neither could succeed here. */
const isWorthAnother = (error: unknown): boolean => !isLeaseLost(error) && !isAboutErasedSubject(error);

/** Keys are bounded in the log; what is cut off is the end, so that keys of a stream stay apart. */
const keyInLog = (key: string): string => key.slice(0, 300);
