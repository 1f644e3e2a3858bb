import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';

/** The names of errors and codes of the protocol, outermost first. */
const kindsOf = (error: unknown): readonly string[] =>
  isRecord(error)
    ? [error.type, error.code, error.name]
        .flatMap((kind) => (typeof kind === 'string' ? [kind] : []))
        .concat(error.cause === error ? [] : kindsOf(error.cause))
    : [];

const known: readonly (readonly [kinds: readonly string[], message: string])[] = [
  [
    ['INVALID_PRODUCER_EPOCH', 'PRODUCER_FENCED'],
    'Another process publishes by now, or the brokers gave up what took too long.',
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
    'Kafka does not let this user do that. Give it the rights that docs/operations/shared-services.md lists.',
  ],
  [
    ['INVALID_REPLICATION_FACTOR'],
    'Kafka has fewer brokers than KAFKA_REPLICATION, or its own default, asks for.',
  ],
  [
    ['NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS_AFTER_APPEND'],
    'Kafka has too few replicas in step to take anything.',
  ],
  [['KafkaJSRequestTimeoutError'], 'Kafka did not answer in time.'],
  [
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    'The certificate of Kafka is not trusted here. Name its authority by KAFKA_CA_FILE.',
  ],
];

/** What went wrong with Kafka, in words of ours: its own may repeat what it was given. */
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
