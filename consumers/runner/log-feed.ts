import { partitionName, partitionNames } from '../../domain/operations/consumer-partitions.ts';
import { logFailure } from '../../followers/log-failure.ts';
import { type FollowerServices, runFollower } from '../../followers/run-follower.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { Checkpoints } from '../../ports/checkpoints.ts';
import type { ConsumerFeed } from '../../ports/consumer-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { Ownership } from '../../ports/follower.ts';
import { createPartitionReader } from './partition-reader.ts';

type FeedServices = FollowerServices & {
  readonly eventStore: Pick<EventStore, 'subscribePages'>;
  readonly checkpoints: Checkpoints;
};

/** Milliseconds to finish work under way when a partition is handed over: most model and tool calls end sooner. */
const HAND_OVER_MS = 30_000;
/** The interval at which the checkpoint of the whole consumer is raised, for earlier versions and other partitionings. */
const RAISE_EVERY_MS = 5_000;

/** A feed that reads the log directly: each process once for all partitions whose leases it holds. */
export const createLogFeed = (services: FeedServices): ConsumerFeed => ({
  follow: async (followed, work, signal) => {
    const { checkpoints, logger, metrics } = services;
    const { name } = followed;
    const family = `consumer:${name}`;
    const labels = { follower: name, kind: 'consumer' } as const;
    let isReading = true;
    /** Whether a partition has moved since the checkpoint of the whole consumer was raised. */
    let hasMoved = true;
    const reader = createPartitionReader(followed, {
      ...services,
      onRead: () => {
        isReading = true;
      },
      onFailure: (error) => {
        metrics.count('anamnesis_follower_failures_total', labels);
        if (!isReading) return;
        isReading = false;
        logFailure(logger, labels, error, 'The log could not be read; retrying.');
      },
    });

    const hold = (partition: number) => async (ownership: Ownership) => {
      const { fence, confirm, handOver } = ownership;
      const own = partitionName(name, partition);
      // An earlier version, or one with other partitions, stored one checkpoint for the whole consumer.
      const from = Math.max(...(await Promise.all([own, name].map(checkpoints.read))));
      ownership.advance({ generation: 0, position: from });
      // Its former owner may not have raised it.
      hasMoved = true;
      const joined = reader.join(partition, from);
      const overdue = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const letGo = (): void => {
        joined.close();
        timer = setTimeout(() => overdue.abort(), HAND_OVER_MS);
      };
      handOver?.addEventListener('abort', letGo, { once: true });
      if (handOver?.aborted) letGo();
      try {
        return await work({
          name: own,
          from,
          fence,
          confirm,
          signal: anySignal([ownership.signal, overdue.signal]),
          pages: joined.pages,
          moveTo: async (position) => {
            ownership.advance({ generation: 0, position });
            hasMoved = true;
            return checkpoints.move(own, position, fence);
          },
        });
      } finally {
        clearTimeout(timer);
        handOver?.removeEventListener('abort', letGo);
        joined.leave();
      }
    };

    const partitions = partitionNames(name);
    const raise = async (): Promise<void> => {
      if (!hasMoved) return;
      hasMoved = false;
      await checkpoints.raise(name, partitions).catch(() => {
        hasMoved = true;
      });
    };
    const raising = setInterval(raise, RAISE_EVERY_MS);
    try {
      await Promise.all([
        reader.run(signal),
        ...partitions.map((partition, index) =>
          runFollower(
            {
              kind: 'consumer',
              name: partition,
              of: name,
              terms: { family, within: family },
              windsUp: true,
              work: hold(index),
            },
            services,
            signal,
          ),
        ),
      ]);
    } finally {
      clearInterval(raising);
      await raise();
    }
  },
});
