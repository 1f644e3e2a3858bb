import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { KafkaConfiguration } from '../../infra/cluster/kafka/kafka-configuration.ts';
import type { KafkaConnection } from '../../infra/cluster/kafka/kafka-connection.ts';
import { type KafkaFacts, probeKafka } from '../../infra/cluster/kafka/probe-kafka.ts';
import type { EventPublisher } from '../../ports/event-publisher.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';

/** The parts of the Kafka integration. */
export type KafkaParts = {
  readonly configuration: KafkaConfiguration;
  readonly connection: KafkaConnection;
  readonly publisher: EventPublisher;
  /** Resolves within seconds if Kafka answers; rejects with the reason otherwise. */
  readonly look: () => Promise<KafkaFacts>;
};

/** Prepares the Kafka integration without connecting: brokers may start later, and only the relay waits for them. */
export const openKafka = async (
  configuration: KafkaConfiguration | undefined,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): Promise<{ readonly kafka?: KafkaParts }> => {
  if (configuration === undefined) return {};
  const { connectToKafka } = await import('../../infra/services/outside/connect-to-kafka.ts');
  const { createKafkaPublisher } = await import('../../infra/services/outside/kafka-publisher.ts');
  const connection = connectToKafka(configuration, logger);
  return omitUndefined({
    kafka: {
      configuration,
      connection,
      publisher: createKafkaPublisher({ connection, configuration, metrics }),
      look: () => probeKafka(connection, configuration),
    },
  });
};
