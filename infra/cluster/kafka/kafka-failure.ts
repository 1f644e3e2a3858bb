import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';

/** The names of errors and protocol codes, outermost first. */
const kindsOf = (error: unknown): readonly string[] =>
  isRecord(error)
    ? [error.type, error.code, error.name]
        .flatMap((kind) => (typeof kind === 'string' ? [kind] : []))
        .concat(error.cause === error ? [] : kindsOf(error.cause))
    : [];

const known: readonly (readonly [kinds: readonly string[], message: string])[] = [
  [
    ['INVALID_PRODUCER_EPOCH', 'PRODUCER_FENCED'],
    'Another process publishes now, or the brokers aborted a transaction that took too long.',
  ],
  [
    [
      'SASL_AUTHENTICATION_FAILED',
      'KafkaJSSASLAuthenticationError',
      'ILLEGAL_SASL_STATE',
      'UNSUPPORTED_SASL_MECHANISM',
    ],
    'Kafka refused the user. Check KAFKA_USERNAME, KAFKA_PASSWORD and KAFKA_SASL_MECHANISM.',
  ],
  [
    [
      'TOPIC_AUTHORIZATION_FAILED',
      'GROUP_AUTHORIZATION_FAILED',
      'CLUSTER_AUTHORIZATION_FAILED',
      'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
    ],
    'Kafka does not permit this user to do that. Grant the permissions listed in docs/operations/shared-services.md.',
  ],
  [
    ['INVALID_REPLICATION_FACTOR'],
    'Kafka has fewer brokers than KAFKA_REPLICATION, or its own default, requires.',
  ],
  [
    ['NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS_AFTER_APPEND'],
    'Kafka has too few in-sync replicas to accept records.',
  ],
  [['KafkaJSRequestTimeoutError'], 'Kafka did not answer in time.'],
  [
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    'The certificate of Kafka is not trusted here. Set KAFKA_CA_FILE to its certificate authority.',
  ],
];

/** Converts an error of Kafka to a failure with a message of ours: Kafka's may repeat its input. */
export const kafkaFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  const kinds = kindsOf(error);
  const message =
    known.find(([of]) => of.some((kind) => kinds.includes(kind)))?.[1] ??
    'Kafka cannot be reached, or failed. Check that it runs at KAFKA_BROKERS.';
  return new Failure(
    failure('unavailable', message, { component: 'kafka', details: { kind: kinds[0] ?? 'unknown' } }),
    { cause: error },
  );
};
