import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { parkedEventReplayRequested } from '../../domain/operations/projection-events.ts';
import type { RetryPolicy } from '../../followers/retry.ts';
import {
  type FollowerServices,
  type Ownership,
  runFollower,
  type SteppedDown,
} from '../../followers/run-follower.ts';
import type { Checkpoints } from '../../ports/checkpoints.ts';
import { inOrder, isUnreadable, type UnreadableEvent } from '../../ports/event-store.ts';
import type { FreeSpace } from '../../ports/free-space.ts';
import type { ConsumerDefinition } from './consumer-definition.ts';
import { openEventParking } from './event-parking.ts';
import { createKeyedQueues } from './keyed-queues.ts';
import { createSettler, defaultRetryPolicy } from './settle-event.ts';
import { createWatermark } from './watermark.ts';

export type ConsumerServices = FollowerServices &
  Pick<CommandServices, 'eventStore' | 'identity'> & {
    readonly checkpoints: Checkpoints;
    readonly space?: FreeSpace;
    /** Runs work under the trace of the event that causes it. */
    readonly withTrace: <T>(event: RecordedEvent, work: () => Promise<T>) => Promise<T>;
    readonly retry?: RetryPolicy;
  };

/** Events in memory, waiting or under way: more are not read from the log until some are done. */
const MAX_IN_FLIGHT = 500;
const PAGE_SIZE = 100;
const CHECKPOINT_EVERY_MS = 250;

/** The event that a replay request names, if it is meant for this consumer; perhaps it still cannot be read. */
const replayedEvent = async (
  { eventStore }: ConsumerServices,
  consumer: string,
  request: RecordedEvent,
): Promise<RecordedEvent | UnreadableEvent | undefined> => {
  const parsed = parkedEventReplayRequested.schema.safeParse(request.data);
  if (!parsed.success || parsed.data.consumer !== consumer) return undefined;
  const { position, eventId } = parsed.data;
  const page = await eventStore.readPage(position - 1, 1);
  return inOrder(page).find((event) => event.id === eventId);
};

/** Where a consumer met an event that it cannot read, and let others try. */
type Meeting = { position?: Position };

const consume = async (
  definition: ConsumerDefinition,
  services: ConsumerServices,
  ownership: Ownership,
  met: Meeting,
): Promise<SteppedDown | undefined> => {
  const { eventStore, checkpoints } = services;
  const { name } = definition;
  const from = await checkpoints.read(name);
  const watermark = createWatermark(from);
  const queues = createKeyedQueues(definition.concurrency);

  let broken: { readonly error: unknown } | undefined;
  const failed = new AbortController();
  const halt = AbortSignal.any([ownership.signal, failed.signal]);
  const parking = await openEventParking(name, services);
  const settler = createSettler(definition, {
    ...services,
    parking,
    ownership: { ...ownership, signal: halt },
    retry: services.retry ?? defaultRetryPolicy,
  });
  ownership.advance({ generation: 0, position: from });

  /** Does a piece of work in the queue of its key. What cannot be settled ends the work under this ownership: the event will come again. */
  const begin = (position: Position, key: string, work: () => Promise<void>): void => {
    watermark.begin(position);
    queues.add(key, async () => {
      if (halt.aborted) return;
      try {
        await work();
        watermark.finish(position);
      } catch (error) {
        if (halt.aborted) return;
        broken = { error };
        failed.abort();
      }
    });
  };

  const start = async (event: RecordedEvent): Promise<void> => {
    if (event.type !== parkedEventReplayRequested.type) {
      const key = definition.orderingKey(event);
      begin(event.position, key, () => services.withTrace(event, () => settler.settle(event)));
      return;
    }
    const parked = await replayedEvent(services, name, event);
    if (!parked) return;
    if (isUnreadable(parked)) {
      begin(event.position, parked.id, () => settler.parkUnreadable(parked));
      return;
    }
    const key = definition.orderingKey(parked);
    begin(event.position, key, () => services.withTrace(event, () => settler.replay(parked, event)));
  };

  let stored = from;
  const storeCheckpoint = async (): Promise<void> => {
    const position = watermark.value();
    ownership.advance({ generation: 0, position });
    if (position <= stored) return;
    if (await checkpoints.move(name, position, ownership.fence)) stored = position;
  };
  const timer = setInterval(() => {
    storeCheckpoint().catch(() => {
      // The next round tries again; until then events may be delivered twice, which is harmless.
    });
  }, CHECKPOINT_EVERY_MS);

  const follow = async (): Promise<SteppedDown | undefined> => {
    const types = [...definition.eventTypes, parkedEventReplayRequested.type];
    for await (const page of eventStore.subscribePages(from, { types }, halt, PAGE_SIZE)) {
      for (const event of inOrder(page)) {
        if (halt.aborted) return undefined;
        if (!isUnreadable(event)) {
          await start(event);
        } else if (met.position === event.position) {
          begin(event.position, event.id, () => settler.parkUnreadable(event));
        } else {
          met.position = event.position;
          watermark.scanned(event.position - 1);
          // What is under way comes again: waiting for its end would keep the others from trying.
          failed.abort();
          return { because: `${event.message} Another node may be able to read it.` };
        }
        await queues.untilFewerThan(MAX_IN_FLIGHT);
      }
      if (!halt.aborted) watermark.scanned(page.scannedTo);
    }
    return undefined;
  };

  try {
    const steppedDown = await follow();
    await queues.idle();
    if (broken) throw broken.error;
    return steppedDown;
  } finally {
    clearInterval(timer);
    failed.abort();
    await queues.idle();
    await storeCheckpoint().catch(() => {});
  }
};

/**
 * Delivers events to a consumer until the signal aborts: at least once, in order per key, a bounded number at a time,
 * each within its deadline. What fails is tried again, then parked; nothing is skipped silently and nothing stops
 * silently. At an event that this version of the program cannot read it first lets another node try; when it comes to
 * the same one again, no node could read it, and it is parked, where operators see it.
 */
export const runConsumer = (
  definition: ConsumerDefinition,
  services: ConsumerServices,
  signal: AbortSignal,
): Promise<void> => {
  const met: Meeting = {};
  const work = (ownership: Ownership): Promise<SteppedDown | undefined> =>
    consume(definition, services, ownership, met);
  return runFollower({ kind: 'consumer', name: definition.name, work }, services, signal);
};
