import type { Kafka, Producer } from 'kafkajs';

/** Opens connections to Kafka's brokers; each caller closes its own. */
export type KafkaConnection = Pick<Kafka, 'admin' | 'consumer'> & {
  /** A transactional id fences all earlier producers with the same id. */
  readonly producer: (transactionalId?: string) => Producer;
};
