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

/** Milliseconds. A broker on the same network connects in a few and answers within tens; one under load within seconds. */
const CONNECT_MS = 5000;
const REQUEST_MS = 10_000;
/**
 * Six attempts within three seconds. The first pause is short because a broker that is still writing the end of a transaction
 * refuses the beginning of the next for some milliseconds.
 */
const retry = { initialRetryTime: 30, multiplier: 2.5, maxRetryTime: 2000, retries: 6 };
/** After this the brokers give up a transaction of a process that froze, so that readers of what is committed go on. */
const TRANSACTION_MS = 30_000;

/** The client distinguishes mechanisms by type. */
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

/** What a fetch may unpack into. What is read are records of some hundred bytes, in topics that hold no packed ones. */
const UNPACKED_BYTES = 16 * 1024 * 1024;
const packer = {
  compress: ({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> => gzip(buffer),
  decompress: (buffer: Buffer): Promise<Buffer> => unzip(buffer, { maxOutputLength: UNPACKED_BYTES }),
};
// The client's own takes gigabytes from a record of one megabyte, in topics that others have made.
// Node.js does not find it among the names that the package exports; type checks and tests that bundle do.
kafkajs.CompressionCodecs[CompressionTypes.GZIP] = () => packer;
quietRequestQueues();

/** Opens nothing yet: Kafka may come later. */
export const connectToKafka = (
  { brokers, tls, ca, sasl }: KafkaConfiguration,
  logger: Logger,
  /** Opens connections in another way. */
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
    // What matters of it comes back as an error of ours; the rest is each single attempt.
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
        // More at a time could overtake each other: the client gives a batch that is sent again its old number.
        maxInFlightRequests: 1,
        retry,
        ...(transactionalId === undefined ? {} : { transactionalId, transactionTimeout: TRANSACTION_MS }),
      }),
  };
};
