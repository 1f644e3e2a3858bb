import { describeError } from '../../../domain/kernel/describe-error.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { ConsumerFeed } from '../../../ports/consumer-feed.ts';
import type { LeasePool } from '../../../ports/leases.ts';
import type { Logger } from '../../../ports/logger.ts';
import { probeKafka } from './probe-kafka.ts';
import { runDispatcher } from './run-dispatcher.ts';
import { type GroupServices, runGroup } from './run-group.ts';
import { takeAssigned } from './take-assigned.ts';

type KafkaFeedServices = Omit<GroupServices, 'leases'> & {
  /** Not balanced among nodes: the groups do that. */
  readonly leases: LeasePool;
  /** The source of work while the brokers are unavailable. */
  readonly logFeed: ConsumerFeed;
  readonly logger: Logger;
};

/** Interval in milliseconds between probes of unavailable brokers. */
const LOOK_EVERY_MS = 5000;

/**
 * Creates a feed for consumers that take their work from Kafka: each has a consumer group and a topic with as many
 * partitions as the consumer. Kafka carries only the position of the work in the log; leases, checkpoints and events
 * stay where they are without it, so either feed continues where the other one stopped. While the brokers are
 * unavailable, work comes from the log itself.
 */
export const createKafkaFeed = (services: KafkaFeedServices): ConsumerFeed => ({
  follow: async (followed, work, signal) => {
    const group: GroupServices = { ...services, leases: takeAssigned(services.leases) };
    const { logFeed, connection, configuration, logger } = services;
    const fields = { consumer: followed.name };

    const fromGroup = async (): Promise<void> => {
      const over = new AbortController();
      const dispatching = runDispatcher(followed, group, anySignal([signal, over.signal]));
      try {
        await runGroup(followed, work, group, signal);
      } finally {
        over.abort();
        await dispatching;
      }
    };

    const fromLog = async (): Promise<void> => {
      const back = new AbortController();
      const either = anySignal([signal, back.signal]);
      const following = logFeed.follow(followed, work, either);
      while (!either.aborted) {
        await abortablePause(LOOK_EVERY_MS, either);
        if (either.aborted) break;
        await probeKafka(connection, configuration).then(
          () => back.abort(),
          () => {},
        );
      }
      await following;
    };

    while (!signal.aborted) {
      try {
        await fromGroup();
      } catch (error) {
        if (signal.aborted) return;
        const { message } = describeError(error);
        logger.warn(
          { ...fields, error: message },
          'Kafka is unavailable: a consumer takes its work from the log.',
        );
        await fromLog();
        if (!signal.aborted) logger.info(fields, 'A consumer takes its work from Kafka again.');
      }
    }
  },
});
