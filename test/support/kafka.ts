import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { KafkaMessage } from 'kafkajs';
import type { KafkaConfiguration } from '../../infra/cluster/kafka/kafka-configuration.ts';
import type { KafkaConnection } from '../../infra/cluster/kafka/kafka-connection.ts';
import { connectToKafka } from '../../infra/services/outside/connect-to-kafka.ts';
import { createKeyedHash } from '../../infra/storage/key-vault/keyed-hash.ts';
import { silentLogger } from '../../ports/logger.ts';
import type { TcpProxy } from './tcp-proxy.ts';

/** `host:port` of a disposable broker (.ci/start-kafka). */
export const testKafkaBrokers = process.env.TEST_KAFKA_BROKERS;
/** The same broker with TLS and SASL. */
export const testKafkaTlsBrokers = process.env.TEST_KAFKA_TLS_BROKERS;
if (testKafkaBrokers === undefined)
  process.stdout.write('TEST_KAFKA_BROKERS is not set: the tests against Kafka are skipped.\n');

/** A configuration with its own topic and group names, so that suites can share a broker. */
export const kafkaConfiguration = (overrides: Partial<KafkaConfiguration> = {}): KafkaConfiguration => ({
  brokers: [testKafkaBrokers ?? '127.0.0.1:1'],
  tls: false,
  leavesThePremises: false,
  prefix: `t${randomUUID().slice(0, 8)}`,
  partitions: 2,
  names: { source: 'urn:anamnesis:test', schemas: 'urn:anamnesis:schemas' },
  feedsConsumers: true,
  ...overrides,
});

/** The key that seals work records in all processes of a test. */
export const workHashOfTests = createKeyedHash(Buffer.alloc(32, 7), 'test work records');

export const kafkaConnection = (configuration: KafkaConfiguration): KafkaConnection =>
  connectToKafka(configuration, silentLogger);

/** Brokers advertise their own address to clients: a proxy is used by opening all connections to it. */
export const kafkaViaProxy = (configuration: KafkaConfiguration, { port }: TcpProxy): KafkaConnection =>
  connectToKafka(configuration, silentLogger, ({ onConnect }) =>
    connect({ host: '127.0.0.1', port }, onConnect),
  );

/** The committed messages of all topics under a prefix, once the given number has arrived. */
export const readPublished = async (
  connection: KafkaConnection,
  prefix: string,
  count: number,
): Promise<readonly { topic: string; partition: number; message: KafkaMessage }[]> => {
  const admin = connection.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${prefix}.`));
  await admin.disconnect();
  const consumer = connection.consumer({ groupId: `reader-${randomUUID()}`, maxWaitTimeInMs: 100 });
  const read: { topic: string; partition: number; message: KafkaMessage }[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  const enough = Promise.withResolvers<void>();
  await consumer.run({
    eachMessage: async ({ topic, partition, message }) => {
      read.push({ topic, partition, message });
      if (read.length >= count) enough.resolve();
    },
  });
  await enough.promise;
  await consumer.disconnect();
  return read;
};
