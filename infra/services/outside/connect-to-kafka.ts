import { promisify } from 'node:util';
import { gzip as gzipWithCallback, unzip as unzipWithCallback, type ZlibOptions } from 'node:zlib';
import kafkajs, {
  CompressionTypes,
  type ISocketFactory,
  Kafka,
  type LogEntry,
  logLevel,
  Partitioners,
  type SASLOptions,
} from 'kafkajs';
import type { Logger } from '../../../ports/logger.ts';
import type { KafkaConfiguration } from '../../cluster/kafka/kafka-configuration.ts';
import type { KafkaConnection } from '../../cluster/kafka/kafka-connection.ts';
import { boundedSockets } from './bounded-frames.ts';
import { quietRequestQueues } from './quiet-request-queues.ts';

const gzip = promisify<Buffer, Buffer>(gzipWithCallback);
const unzip = promisify<Buffer, ZlibOptions, Buffer>(unzipWithCallback);

/**
 * Milliseconds. A broker on the same network connects within a few and responds within tens; under load it
 * takes seconds.
 */
const CONNECT_MS = 5000;
const REQUEST_MS = 10_000;
/**
 * Six attempts within three seconds. The first pause is short because a broker that is still completing a
 * transaction rejects the start of the next one for some milliseconds.
 */
const retry = { initialRetryTime: 30, multiplier: 2.5, maxRetryTime: 2000, retries: 6 };
/**
 * After this the brokers abort the transaction of a frozen process, so that readers of committed data can
 * proceed.
 */
const TRANSACTION_MS = 30_000;

/** The client's types distinguish the mechanisms. */
const saslOf = ({ mechanism, ...user }: NonNullable<KafkaConfiguration['sasl']>): SASLOptions => {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...user };
    case 'scram-sha-256':
      return { mechanism, ...user };
    case 'scram-sha-512':
      return { mechanism, ...user };
  }
};

/**
 * Size limit when decompressing a fetch. This program reads only records of some hundred bytes, in topics
 * without compression.
 */
const UNPACKED_BYTES = 16 * 1024 * 1024;
const packer = {
  compress: ({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> => gzip(buffer),
  decompress: (buffer: Buffer): Promise<Buffer> => unzip(buffer, { maxOutputLength: UNPACKED_BYTES }),
};
// The client's own codec expands a record of one megabyte to gigabytes, if another program has put one in the
// topic. Accessed through the default export because Node.js does not detect it as a named export; type
// checks and bundled tests do.
kafkajs.CompressionCodecs[CompressionTypes.GZIP] = () => packer;
quietRequestQueues();

/** Creates the connection without connecting: Kafka may start later. */
export const connectToKafka = (
  { brokers, tls, ca, sasl }: KafkaConfiguration,
  logger: Logger,
  /** Overrides how connections are opened. */
  socketFactory: ISocketFactory = boundedSockets,
): KafkaConnection => {
  const log = ({ namespace, log: { message, broker, groupId, error } }: LogEntry): void =>
    logger.debug({ namespace, broker, groupId, error }, message);
  const kafka = new Kafka({
    clientId: 'anamnesis',
    brokers: [...brokers],
    ssl: tls && (ca === undefined ? true : { ca: [ca] }),
    ...(sasl === undefined ? {} : { sasl: saslOf(sasl) }),
    socketFactory,
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry,
    // Relevant errors surface as typed failures; the rest concerns single attempts.
    logLevel: logLevel.WARN,
    logCreator: () => log,
  });
  return {
    admin: () => kafka.admin(),
    consumer: (configuration) => kafka.consumer(configuration),
    producer: (transactionalId) =>
      kafka.producer({
        createPartitioner: Partitioners.DefaultPartitioner,
        idempotent: true,
        // More in flight could be reordered: the client resends a batch with its old sequence number.
        maxInFlightRequests: 1,
        retry,
        ...(transactionalId === undefined ? {} : { transactionalId, transactionTimeout: TRANSACTION_MS }),
      }),
  };
};
