import type { Kafka, Producer } from 'kafkajs';

/** Ways to Kafka's brokers, each of which is opened and closed by whoever uses it. */
export type KafkaConnection = Pick<Kafka, 'admin' | 'consumer'> & {
  /** Whoever gives an id shuts out all producers that were opened under it before. */
  readonly producer: (transactionalId?: string) => Producer;
};
