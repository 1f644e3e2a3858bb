import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { describeError } from '../../domain/kernel/describe-error.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { UnreadableEvent } from '../../ports/event-store.ts';
import type { RetryPolicy } from '../../ports/retry.ts';
import { type AttemptServices, createAttempts, type Failed } from './attempt-event.ts';
import type { ConsumerDefinition } from './consumer-definition.ts';
import type { EventParking } from './event-parking.ts';

/** The attempts at one event. */
export const defaultRetryPolicy: RetryPolicy = { attempts: 5, firstPause: 200, maxPause: 10_000 };

/** Attempts at reporting that an event was parked. */
const NOTIFY_ATTEMPTS = 3;
/** A report is a command or two, so it must be quick even when handling is slow. */
const MAX_REPORT_MS = 30_000;

type SettleServices = AttemptServices & {
  readonly identity: CommandServices['identity'];
  readonly parking: EventParking;
};

/**
 * Settles deliveries in the order of their keys: each is handled, parked, or dropped because the person concerned has
 * been erased. Rejects when an event cannot even be parked or the ownership ends first: the event is then delivered
 * again.
 */
export type Settler = {
  readonly settle: (event: RecordedEvent) => Promise<void>;
  /** Makes one more attempt at a parked event, then handles those that waited behind it. */
  readonly replay: (event: RecordedEvent, request: RecordedEvent) => Promise<void>;
  readonly parkUnreadable: (event: UnreadableEvent) => Promise<void>;
};

export const createSettler = (definition: ConsumerDefinition, services: SettleServices): Settler => {
  const { eventStore, identity, logger, metrics, parking, ownership, retry } = services;
  const { name, deadline, laterEvents, orderingKey } = definition;
  const { fence } = ownership;
  const attempt = createAttempts(name, services);

  /** Ids are new each time: the same event may be parked, replayed and parked again. */
  const contextOf = (cause: RecordedEvent): CommandContext =>
    systemContext(cause, identity.newId(), name, fence);

  const handle = (event: RecordedEvent, attempts: number): Promise<Failed | undefined> =>
    attempt(event, attempts, {
      work: (delivery) => definition.handle(event, delivery),
      milliseconds: deadline,
    });

  /** Reports the failure to the waiting person. Returns the reason if that failed. */
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

  /** Handles the events that waited behind an event, in order, until one fails: the rest then wait behind that one. */
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
      // A request that is delivered again finds its event resolved, and continues with those behind it.
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
      // Other partitions encounter it too.
      if (!(await parking.park(parked, context))) return;
      metrics.count('anamnesis_consumer_parked_total', { consumer: name });
      logger.error(
        { consumer: name, eventId: id, eventType: type },
        'An event was parked unread; a newer version of the program has to replay it.',
      );
    },
  };
};

/** Keys are bounded in the log; what is cut off is the end, so that keys of a stream stay apart. */
const keyInLog = (key: string): string => key.slice(0, 300);
