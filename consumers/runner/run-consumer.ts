import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { parkedEventReplayRequested } from '../../domain/operations/projection-events.ts';
import type { FollowerServices } from '../../followers/run-follower.ts';
import type { Checkpoints } from '../../ports/checkpoints.ts';
import type { ConsumerFeed, Partition, StepDownReason } from '../../ports/consumer-feed.ts';
import { isUnreadable } from '../../ports/event-store.ts';
import type { FreeSpace } from '../../ports/free-space.ts';
import type { RetryPolicy } from '../../ports/retry.ts';
import type { ConsumerDefinition } from './consumer-definition.ts';
import { createEventParking } from './event-parking.ts';
import { createKeyedQueues } from './keyed-queues.ts';
import { createLogFeed } from './log-feed.ts';
import { processPartition } from './process-partition.ts';
import { createFindReplayed } from './replayed-event.ts';
import { createSettler, defaultRetryPolicy } from './settle-event.ts';
import type { FileStoreCheck } from './wait-if-file-store-down.ts';

export type ConsumerServices = FollowerServices &
  Pick<CommandServices, 'eventStore' | 'identity'> & {
    readonly checkpoints: Checkpoints;
    readonly space?: FreeSpace;
    /** Given when files are stored outside the data directory. */
    readonly files?: FileStoreCheck;
    /** Rejects while a part of the log is unreachable; given when the database holds only part of it. */
    readonly reachLog?: () => Promise<unknown>;
    /** Runs work under the trace of the event that causes it. */
    readonly withTrace: <T>(event: RecordedEvent, work: () => Promise<T>) => Promise<T>;
    readonly retry?: RetryPolicy;
    /** The source of events; the log itself when absent. */
    readonly feed?: ConsumerFeed;
  };

const CHECKPOINT_EVERY_MS = 250;

/**
 * Delivers events to a consumer until the signal aborts: at least once, in order per key, a bounded number at a time,
 * each within its deadline. A failed event is retried, then parked; nothing is skipped or stopped silently. An event that
 * this version of the program cannot read is first left to another node; when it is delivered here again, no node could
 * read it, and it is parked, where operators see it.
 */
export const runConsumer = async (
  definition: ConsumerDefinition,
  services: ConsumerServices,
  signal: AbortSignal,
): Promise<void> => {
  const { name } = definition;
  const { feed = createLogFeed(services), retry = definition.retry ?? defaultRetryPolicy } = services;
  const parking = createEventParking(name, services);
  const queues = createKeyedQueues(definition.concurrency);
  const findReplayed = createFindReplayed(name, services.eventStore);
  const met = new Map<string, Position>();
  const partitions = new Set<ReturnType<typeof processPartition>>();

  const keyOfReplayed = async (request: RecordedEvent): Promise<string | undefined> => {
    const parked = await findReplayed(request);
    // Its key cannot be read without its content.
    return parked && (isUnreadable(parked) ? parked.streamId : definition.orderingKey(parked));
  };
  const keyOf = (event: RecordedEvent): string | undefined | Promise<string | undefined> =>
    event.type === parkedEventReplayRequested.type ? keyOfReplayed(event) : definition.orderingKey(event);

  const work = async (partition: Partition): Promise<StepDownReason | undefined> => {
    // A former owner may have parked events meanwhile.
    await parking.refresh();
    const { fence, confirm } = partition;
    const settlerFor = (until: AbortSignal) =>
      createSettler(definition, {
        ...services,
        parking,
        retry,
        ownership: { fence, confirm, signal: until },
      });
    const { withTrace } = services;
    const begun = processPartition(partition, {
      definition,
      queues,
      findReplayed,
      met,
      withTrace,
      createSettler: settlerFor,
    });
    partitions.add(begun);
    try {
      return await begun.over;
    } finally {
      partitions.delete(begun);
    }
  };

  const timer = setInterval(() => {
    for (const partition of partitions)
      partition.storeCheckpoint().catch(() => {
        // The next round tries again; until then events may be delivered twice, which is harmless.
      });
  }, CHECKPOINT_EVERY_MS);
  try {
    const eventTypes = [...definition.eventTypes, parkedEventReplayRequested.type];
    await feed.follow({ name, eventTypes, keyOf }, work, signal);
  } finally {
    clearInterval(timer);
  }
};
