import { partitionName } from '../../../domain/operations/consumer-partitions.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { FollowedWork, Partition, StepDownReason } from '../../../ports/consumer-feed.ts';
import type { Ownership } from '../../../ports/follower.ts';
import type { createDividedLog } from './divided-log.ts';
import type { LogPositions } from './log-positions.ts';
import { createPartitionInbox, type PartitionInbox } from './partition-inbox.ts';
import { partitionPages } from './partition-pages.ts';
import type { DispatcherServices } from './run-dispatcher.ts';

/** The work on a partition that the group has assigned to this process. */
export type GroupMember = {
  /** The inbox for its records; a new one each time that work on it starts. */
  readonly inbox: () => PartitionInbox;
  readonly isLetGo: () => boolean;
  /**
   * Starts no further work, and releases the partition when running work has finished, at the latest after this many
   * milliseconds.
   */
  readonly letGo: (milliseconds: number) => void;
  readonly done: Promise<void>;
};

/** The parts shared by the members of a group. */
export type GroupWork = {
  readonly name: FollowedWork['name'];
  /** A hash of the types of events to work on. */
  readonly types: number;
  readonly work: (partition: Partition) => Promise<StepDownReason | undefined>;
  readonly log: ReturnType<typeof createDividedLog>;
  readonly positions: LogPositions;
  readonly services: Pick<DispatcherServices, 'checkpoints' | 'leases' | 'runFollower'>;
  readonly signal: AbortSignal;
  /** Called when the inbox of a partition has drained. */
  readonly onDrained: (partition: number) => void;
  /** Called when all records of a partition before this offset are done. */
  readonly onDone: (partition: number, next: bigint) => void;
};

/**
 * Works on a partition under its lease until it is released.
 *
 * @param before resolves when the previous member has released the partition
 */
export const createGroupMember = (
  group: GroupWork,
  partition: number,
  before: Promise<void>,
): GroupMember => {
  const { name, types, work, log, positions, services, signal } = group;
  const { checkpoints, leases } = services;
  let current = createPartitionInbox();
  let isLetGo = false;
  const stop = new AbortController();
  const until = anySignal([signal, stop.signal]);
  let isAtWork = false;
  let overdue: NodeJS.Timeout | undefined;
  const own = partitionName(name, partition);

  const hold = async (ownership: Ownership): Promise<StepDownReason | undefined> => {
    const { fence, confirm, advance } = ownership;
    isAtWork = true;
    try {
      if (isLetGo) return undefined;
      // The inbox was closed because work failed or lost its lease. The group has not reassigned the partition, so no
      // other member would continue. Events missed in between are read from the log.
      if (current.isClosed()) current = createPartitionInbox();
      const inbox = current;
      group.onDrained(partition);
      // Same as for the log feed: either feed continues where the other one stopped.
      const from = Math.max(...(await Promise.all([own, name].map(checkpoints.read))));
      advance({ generation: 0, position: from });
      return await work({
        name: own,
        from,
        fence,
        confirm,
        signal: ownership.signal,
        pages: async function* (halt) {
          halt.addEventListener('abort', inbox.close, { once: true });
          if (halt.aborted) inbox.close();
          for await (const page of partitionPages({
            partition,
            from,
            types,
            inbox,
            log,
            head: positions.head,
            recordedAt: positions.recordedAt,
          })) {
            yield page;
            group.onDrained(partition);
          }
        },
        moveTo: async (position) => {
          advance({ generation: 0, position });
          const moved = await checkpoints.move(own, position, fence);
          const next = moved ? inbox.doneUpTo(position) : undefined;
          if (next !== undefined) group.onDone(partition, next);
          return moved;
        },
      });
    } finally {
      isAtWork = false;
      if (isLetGo) stop.abort();
    }
  };
  const run = async (): Promise<void> => {
    await before;
    const terms = { within: `consumer:${name}` };
    await services.runFollower({ kind: 'consumer', name: own, of: name, terms, work: hold }, leases, until);
    clearTimeout(overdue);
  };
  return {
    inbox: () => current,
    isLetGo: () => isLetGo,
    letGo: (milliseconds) => {
      isLetGo = true;
      current.close();
      if (isAtWork) overdue ??= setTimeout(() => stop.abort(), milliseconds);
      else stop.abort();
    },
    done: run(),
  };
};
