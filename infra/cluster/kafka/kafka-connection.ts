import type { Kafka, Producer } from 'kafkajs';

/** Connections to Kafka's brokers, each opened and closed by its user. */
export type KafkaConnection = Pick<Kafka, 'admin' | 'consumer'> & {
  /** An id fences all producers that were opened under it before. */
  readonly producer: (transactionalId?: string) => Producer;
};
