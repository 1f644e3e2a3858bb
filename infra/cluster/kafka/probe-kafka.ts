import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import type { KafkaConfiguration } from './kafka-configuration.ts';
import type { KafkaConnection } from './kafka-connection.ts';
import { kafkaFailure } from './kafka-failure.ts';

/** Facts reported by the brokers. */
export type KafkaFacts = {
  readonly brokers: number;
  /** Topics whose names begin with the prefix. */
  readonly topics: number;
};

/** Timeout of the whole probe, in milliseconds. */
const LOOK_MS = 5000;

/** Queries the brokers about the cluster. Rejects with a Failure that states why they cannot be queried. */
export const probeKafka = async (
  connection: Pick<KafkaConnection, 'admin'>,
  { prefix }: Pick<KafkaConfiguration, 'prefix'>,
): Promise<KafkaFacts> => {
  const admin = connection.admin();
  let facts: KafkaFacts | undefined;
  const look = async (): Promise<void> => {
    await admin.connect();
    const [cluster, topics] = await Promise.all([admin.describeCluster(), admin.listTopics()]);
    facts = {
      brokers: cluster.brokers.length,
      topics: topics.filter((topic) => topic.startsWith(`${prefix}.`)).length,
    };
  };
  try {
    const looking = look();
    looking.catch(() => {});
    await waitAtMost(LOOK_MS, looking);
  } catch (error) {
    throw kafkaFailure(error);
  } finally {
    admin.disconnect().catch(() => {});
  }
  if (facts) return facts;
  throw new Failure(
    failure('timeout', `Kafka did not answer within ${LOOK_MS / 1000} s.`, { component: 'kafka' }),
  );
};
