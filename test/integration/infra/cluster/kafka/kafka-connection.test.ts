import { describe, expect, it } from 'vitest';
import { probeKafka } from '../../../../../infra/cluster/kafka/probe-kafka.ts';
import { kafkaBrokers } from '../../../../../infra/observability/doctor/checks/kafka.ts';
import { collect } from '../../../../support/events.ts';
import { kafkaConfiguration, kafkaConnection } from '../../../../support/kafka.ts';

const signal = AbortSignal.any([]);
const never = kafkaConfiguration({ brokers: ['127.0.0.1:1'] });

const found = (configuration = never) =>
  collect(
    kafkaBrokers({ probeKafka: () => probeKafka(kafkaConnection(configuration), configuration) }).run(
      { deep: false, repair: false, grace: 3_600_000 },
      signal,
    ),
  );

describe('a Kafka health check', () => {
  it('reports that Kafka is unreachable, and what waits meanwhile', async () => {
    expect(await found()).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^Kafka cannot be reached/) }),
    ]);
  });
});
