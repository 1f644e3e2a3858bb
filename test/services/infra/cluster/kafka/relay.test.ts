import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RELAY, runRelay } from '../../../../../consumers/relay/run-relay.ts';
import type { RecordedEvent } from '../../../../../domain/kernel/event.ts';
import { emptyCloudEvent } from '../../../../../domain/publication/cloud-event.ts';
import type { KafkaConfiguration } from '../../../../../infra/cluster/kafka/kafka-configuration.ts';
import type { KafkaConnection } from '../../../../../infra/cluster/kafka/kafka-connection.ts';
import { createKafkaPublisher } from '../../../../../infra/services/outside/kafka-publisher.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { embedded } from '../../../../support/databases.ts';
import {
  confide,
  confided,
  count,
  counted,
  foretell,
  metadata,
  note,
  noted,
} from '../../../../support/events.ts';
import {
  kafkaConfiguration,
  kafkaConnection,
  kafkaViaProxy,
  readPublished,
  testKafkaBrokers,
} from '../../../../support/kafka.ts';
import { type LogHarness, openLogHarness, until } from '../../../../support/log-harness.ts';
import { startTcpProxy } from '../../../../support/tcp-proxy.ts';

const definitions = [noted, counted, confided];

describe.skipIf(testKafkaBrokers === undefined)('the relay to Kafka', () => {
  let log: LogHarness;
  let stop: AbortController;
  let runs: Promise<void>[];
  let configuration: KafkaConfiguration;
  let connection: KafkaConnection;

  beforeEach(async () => {
    log = await openLogHarness(embedded);
    stop = new AbortController();
    runs = [];
    configuration = kafkaConfiguration();
    connection = kafkaConnection(configuration);
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(runs);
    await log.dispose();
  });

  const publisherOver = (over: KafkaConnection) =>
    createKafkaPublisher({ connection: over, configuration, metrics: silentMetrics });
  const start = (
    overrides: Partial<Parameters<typeof runRelay>[0]> = {},
    signal: AbortSignal = stop.signal,
  ): void => {
    runs.push(
      runRelay(
        {
          ...log,
          publisher: publisherOver(connection),
          definitions,
          names: configuration.names,
          pauses: { firstRetry: 20, maxRetry: 100, stepDown: 50 },
          ...overrides,
        },
        signal,
      ),
    );
  };
  const published = async (events: number) =>
    (await readPublished(connection, configuration.prefix, events)).map(({ topic, message }) => ({
      topic,
      key: String(message.key),
      headers: message.headers,
      timestamp: Number(message.timestamp),
      event: JSON.parse(String(message.value)),
      text: String(message.value),
    }));
  const checkpointReaches = (position: number) =>
    until('the checkpoint moves', async () => (await log.checkpoints.read(RELAY)) >= position);

  it('publishes past and new events, each stream in order, without sensitive fields', async () => {
    await log.eventStore.append('document-a', [count(1), count(2)], 'no-stream');
    await log.eventStore.append('query-b', [confide('Jane Roe', 'person:4711')], 'no-stream');
    start();
    await checkpointReaches(3);
    await log.eventStore.append('document-a', [count(3)], 1);
    await log.eventStore.append('query-b', [note('open')], 0);
    const read = await published(5);

    expect(read.map(({ event }) => event.sequence).toSorted()).toEqual(
      [1, 2, 3, 4, 5].map((position) => String(position).padStart(16, '0')),
    );
    const ofDocument = read.filter(({ key }) => key === 'document-a');
    expect(ofDocument.map(({ event }) => event.data)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(new Set(ofDocument.map(({ topic }) => topic))).toEqual(
      new Set([`${configuration.prefix}.document`]),
    );
    const [message] = read.filter(({ event }) => event.type === 'anamnesis.Confided');
    expect(message).toMatchObject({
      topic: `${configuration.prefix}.query`,
      event: { specversion: '1.0', data: {}, phi: true, dataschema: 'urn:anamnesis:schemas/Confided/1' },
    });
    expect(String(message?.headers?.['content-type'])).toBe('application/cloudevents+json; charset=UTF-8');
    expect(String(message?.headers?.['anamnesis-sequence'])).toBe(message?.event.sequence);
    expect(new Date(message?.timestamp ?? 0).toISOString()).toBe(message?.event.time);
    for (const { text } of read) expect(text).not.toMatch(/Jane|4711|\$sealed/);
  });

  it('publishes nothing twice although its owner died before noting its position', async () => {
    await log.eventStore.append('document-a', [count(1), count(2)], 'no-stream');
    const first = new AbortController();
    const died = Promise.withResolvers<void>();
    start(
      {
        checkpoints: {
          read: log.checkpoints.read,
          move: async () => {
            died.resolve();
            first.abort();
            return false;
          },
        },
      },
      first.signal,
    );
    await died.promise;
    await Promise.all(runs);
    expect(await log.checkpoints.read(RELAY)).toBe(0);
    await log.eventStore.append('document-a', [count(3)], 1);
    start();
    await checkpointReaches(3);
    expect((await published(3)).map(({ event }) => event.data.n)).toEqual([1, 2, 3]);
  });

  it('lets no former owner publish once another one has begun, however late it wakes', async () => {
    const publisher = publisherOver(connection);
    const event = {
      category: 'document',
      position: 1,
      json: '{"frozen":true}',
      event: {
        specversion: '1.0',
        id: 'x',
        source: 's',
        type: 't',
        subject: 'document-a',
        time: '2026-01-02T03:04:05.006Z',
        partitionkey: 'document-a',
        sequence: '1',
        revision: 0,
      },
    } as const;
    const frozen = await publisher.open(stop.signal);
    await frozen.publish([{ ...event, json: '{"first":true}' }], 1);
    const owner = await publisher.open(stop.signal);
    expect(owner.publishedTo).toBe(1);
    await owner.publish([{ ...event, json: '{"owner":true}' }], 2);
    await expect(frozen.publish([event], 3)).rejects.toMatchObject({
      reason: { code: 'unavailable', component: 'kafka', message: expect.stringMatching(/^Another process/) },
    });
    await owner.publish([{ ...event, json: '{"last":true}' }], 3);
    const read = await readPublished(connection, configuration.prefix, 3);
    expect(read.map(({ message }) => String(message.value))).toEqual([
      '{"first":true}',
      '{"owner":true}',
      '{"last":true}',
    ]);
    await Promise.all([frozen.close(), owner.close()]);
  });

  it('recovers automatically from hanging or absent brokers, and delays no other work', async () => {
    await using proxy = await startTcpProxy(`kafka://${testKafkaBrokers}`);
    start({ publisher: publisherOver(kafkaViaProxy(configuration, proxy)) });
    await log.eventStore.append('document-a', [count(1)], 'no-stream');
    await checkpointReaches(1);
    proxy.silence();
    await log.eventStore.append('document-a', [count(2)], 0);
    proxy.refuse();
    proxy.cut();
    await log.eventStore.append('document-a', [count(3)], 1);
    await until('the failure is reported', () => log.followerRegistry.health(RELAY)?.state === 'failing');
    expect(log.followerRegistry.health(RELAY)?.error).toMatch(/^Kafka /);
    proxy.resume();
    proxy.accept();
    await checkpointReaches(3);
    expect((await published(3)).map(({ event }) => event.data.n)).toEqual([1, 2, 3]);
  });

  it('first leaves an event of a newer version to another node, then publishes that it exists', async () => {
    const newer = await log.newerEventStore();
    await log.eventStore.append('document-a', [count(1)], 'no-stream');
    await newer.append('document-a', [foretell('Jane Roe', 'person:4711')], 0);
    await log.eventStore.append('document-a', [count(2)], 1);
    const states: (string | undefined)[] = [];
    start({
      followerRegistry: {
        ...log.followerRegistry,
        setHealth: (_name, { state, error }) => states.push(error ?? state),
      },
    });
    await checkpointReaches(3);
    expect(states).toContainEqual(expect.stringMatching(/Foretold cannot be read/));
    const read = await published(3);
    expect(read.map(({ event }) => [event.type, event.datawithheld])).toEqual([
      ['anamnesis.Counted', undefined],
      ['anamnesis.Foretold', 'unreadable'],
      ['anamnesis.Counted', undefined],
    ]);
    for (const { text } of read) expect(text).not.toMatch(/Jane|4711|\$sealed/);
  });

  it('restarts from its own note when the log was restored to an earlier state', async () => {
    const publication = await publisherOver(connection).open(stop.signal);
    await log.eventStore.append('document-a', [count(1)], 'no-stream');
    const [event] = (await log.eventStore.readPage(0, 1)).events as [RecordedEvent];
    expect(event.metadata.actor).toEqual(metadata().actor);
    await publication.publish([], 900);
    await publication.close();
    start();
    await checkpointReaches(1);
    expect((await published(1))[0]?.event.id).toBe(event.id);
  });

  it('restarts from its own note when the log has grown again since a restore', async () => {
    await log.eventStore.append('document-a', [count(1), count(2)], 'no-stream');
    const publication = await publisherOver(connection).open(stop.signal);
    const lost = { id: randomUUID(), type: 'Counted', streamId: 'document-a', revision: 1, position: 2 };
    const event = emptyCloudEvent(
      { ...lost, recordedAt: '2026-01-02T03:04:05.006Z' },
      'phi',
      configuration.names,
    );
    const last = { event, category: 'document', position: 2, json: JSON.stringify(event) };
    await publication.publish([last], 2);
    await publication.close();
    const events = (await log.eventStore.readPage(0, 2)).events;
    start();
    await checkpointReaches(2);
    const ids = (await published(3)).map(({ event: one }) => one.id);
    expect(ids).toEqual(expect.arrayContaining(events.map(({ id }) => id)));
  });
});
