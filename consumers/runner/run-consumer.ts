import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { parkedEventReplayRequested } from '../../domain/operations/projection-events.ts';
import type { RetryPolicy } from '../../followers/retry.ts';
import {
  type FollowerServices,
  runFollower,
  type SteppedDown,
  type Tenure,
} from '../../followers/run-follower.ts';
import type { Checkpoints } from '../../ports/checkpoints.ts';
import { inOrder, isUnreadable, type UnreadableEvent } from '../../ports/event-store.ts';
import type { FreeSpace } from '../../ports/free-space.ts';
import type { ConsumerDefinition } from './consumer-definition.ts';
import { createLanes } from './lanes.ts';
import { openParker } from './parker.ts';
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

/** The event that a replay request speaks of, if it is meant for this consumer; perhaps it still cannot be read. */
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
  tenure: Tenure,
  met: Meeting,
): Promise<SteppedDown | undefined> => {
  const { eventStore, checkpoints } = services;
  const { name } = definition;
  const from = await checkpoints.read(name);
  const watermark = createWatermark(from);
  const lanes = createLanes(definition.concurrency);

  let broken: { readonly error: unknown } | undefined;
  const failed = new AbortController();
  const halt = AbortSignal.any([tenure.signal, failed.signal]);
  const parker = await openParker(name, services);
  const settler = createSettler(definition, {
    ...services,
    parker,
    tenure: { ...tenure, signal: halt },
    retry: services.retry ?? defaultRetryPolicy,
  });
  tenure.advance({ generation: 0, position: from });

  /** Does a piece of work in its lane. What cannot be settled ends the tenure's work: the event will come again. */
  const begin = (position: Position, lane: string, work: () => Promise<void>): void => {
    watermark.begin(position);
    lanes.add(lane, async () => {
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
      const lane = definition.orderingKey(event);
      begin(event.position, lane, () => services.withTrace(event, () => settler.settle(event)));
      return;
    }
    const parked = await replayedEvent(services, name, event);
    if (!parked) return;
    if (isUnreadable(parked)) {
      begin(event.position, parked.id, () => settler.parkUnreadable(parked));
      return;
    }
    const lane = definition.orderingKey(parked);
    begin(event.position, lane, () => services.withTrace(event, () => settler.replay(parked, event)));
  };

  let stored = from;
  const storeCheckpoint = async (): Promise<void> => {
    const position = watermark.value();
    tenure.advance({ generation: 0, position });
    if (position <= stored) return;
    if (await checkpoints.move(name, position, tenure.fence)) stored = position;
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
        await lanes.roomBelow(MAX_IN_FLIGHT);
      }
      if (!halt.aborted) watermark.scanned(page.scannedTo);
    }
    return undefined;
  };

  try {
    const steppedDown = await follow();
    await lanes.idle();
    if (broken) throw broken.error;
    return steppedDown;
  } finally {
    clearInterval(timer);
    failed.abort();
    await lanes.idle();
    await storeCheckpoint().catch(() => {});
  }
};

/**
 * Delivers events to a consumer until the signal aborts: at least once, in order per key, a bounded number at a time,
 * each within its deadline. What fails is tried again, then parked; nothing is skipped silently and nothing stops
 * silently. At an event that this version of the program cannot read it first lets another node try; when it comes to
 * the same one again, nobody could, and it is parked in sight.
 */
export const runConsumer = (
  definition: ConsumerDefinition,
  services: ConsumerServices,
  signal: AbortSignal,
): Promise<void> => {
  const met: Meeting = {};
  const work = (tenure: Tenure): Promise<SteppedDown | undefined> =>
    consume(definition, services, tenure, met);
  return runFollower({ kind: 'consumer', name: definition.name, work }, services, signal);
};
