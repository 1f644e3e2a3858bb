import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { probeKafka } from '../../../../../infra/cluster/kafka/probe-kafka.ts';
import { kafkaBrokers } from '../../../../../infra/observability/doctor/checks/kafka.ts';
import { createKafkaPublisher } from '../../../../../infra/services/outside/kafka-publisher.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { collect } from '../../../../support/events.ts';
import {
  kafkaConfiguration,
  kafkaConnection,
  readPublished,
  testKafkaBrokers,
  testKafkaTlsBrokers,
} from '../../../../support/kafka.ts';

const ca = readFileSync(join(import.meta.dirname, '../../../../support/tls/localhost.crt'), 'utf8');
const signal = AbortSignal.any([]);

const found = (configuration = kafkaConfiguration()) =>
  collect(
    kafkaBrokers({ probeKafka: () => probeKafka(kafkaConnection(configuration), configuration) }).run(
      { deep: false, repair: false, grace: 3_600_000 },
      signal,
    ),
  );

describe.skipIf(testKafkaBrokers === undefined)('a Kafka health check', () => {
  it('counts brokers and topics', async () => {
    expect(await found()).toEqual([
      expect.objectContaining({ message: 'Kafka responds: 1 broker, 0 topics of this installation.' }),
    ]);
  });
});

describe.skipIf(testKafkaTlsBrokers === undefined)('Kafka behind TLS and a password', () => {
  const secured = (password: string) =>
    kafkaConfiguration({
      brokers: [testKafkaTlsBrokers ?? ''],
      tls: true,
      ca,
      sasl: { mechanism: 'plain', username: 'anamnesis', password },
    });

  it('receives events, and no personal data from open fields leaves the premises', async () => {
    const configuration = { ...secured('broker secret'), leavesThePremises: true };
    const connection = kafkaConnection(configuration);
    const publication = await createKafkaPublisher({
      connection,
      configuration,
      metrics: silentMetrics,
    }).open(signal);
    const envelope = {
      specversion: '1.0',
      id: '019f0000-0000-7000-8000-000000000001',
      source: 'urn:anamnesis',
      type: 'anamnesis.QueryFailed',
      subject: 'query-1',
      time: '2026-01-02T03:04:05.006Z',
      partitionkey: 'query-1',
      sequence: '0000000000000001',
      revision: 0,
    } as const;
    const publish = (position: number, message: string) => {
      const event = { ...envelope, data: { message } };
      return publication.publish(
        [{ category: 'query', position, event, json: JSON.stringify(event) }],
        position,
      );
    };
    await publish(1, 'The search failed.');
    await publish(2, 'Patient Jane Roe, MRN 4711-0815, born 1961-02-03');
    await publication.close();
    const texts = (await readPublished(connection, configuration.prefix, 2)).map(({ message }) =>
      String(message.value),
    );
    expect(texts[0]).toContain('The search failed.');
    expect(JSON.parse(texts[1] ?? '')).toMatchObject({ type: 'anamnesis.QueryFailed', datawithheld: 'phi' });
    expect(texts[1]).not.toMatch(/Roe|4711/);
  });

  it('reports a wrong password, and an untrusted certificate', async () => {
    expect(await found(secured('another'))).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^Kafka refused the user/) }),
    ]);
    const { ca: _, ...untrusted } = secured('broker secret');
    expect(await found(untrusted)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^The certificate of Kafka/) }),
    ]);
  });
});
