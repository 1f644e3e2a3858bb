import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimer } from '../../../commands/set-timer.ts';
import { type MetricDefinition, metricDefinitions } from '../../../ports/metric-definitions.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../support/embedding-server.ts';
import { until } from '../../support/log-harness.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';
import { signTestToken } from '../../support/test-user.ts';

type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const sampleOf = (line: string): Sample => {
  const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [
    label,
    text,
  ]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
};

let server: InProcess;
let endpoint: EmbeddingServer;
const render = async (): Promise<string> => (await server.request('/metrics')).text();
const readSamples = async (): Promise<readonly Sample[]> =>
  (await render())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(sampleOf);

const all = Object.entries<MetricDefinition>(metricDefinitions);
/** The samples of one metric; for a histogram its counts. */
const samplesOf = (samples: readonly Sample[], name: string): readonly Sample[] => {
  const isHistogram = all.some(([other, { kind }]) => other === name && kind === 'histogram');
  return samples.filter((sample) => sample.name === (isHistogram ? `${name}_count` : name));
};

/**
 * Metrics recorded only at failures that no client or outside source can cause; the tests of those parts cover them.
 */
const ofFailuresInside: readonly string[] = [
  'anamnesis_follower_failures_total',
  'anamnesis_consumer_failures_total',
  'anamnesis_consumer_parked_total',
  'anamnesis_outside_requests_refused_total',
  'anamnesis_phi_detector_failures_total',
  'anamnesis_alerts_total',
  'anamnesis_source_searches_total',
  // Files in a bucket (test/integration/infra/storage/blob-store/s3-blobs.test.ts).
  'anamnesis_blob_store_seconds',
  // An altered log (test/integration/consumers/sealer).
  'anamnesis_log_altered_position',
  'anamnesis_log_witnessed_position',
  // While the master key is replaced (test/endurance/master-key-rotation.test.ts).
  'anamnesis_master_key_rotation_remaining',
];

/** Reported only when vectors may be searched by a graph: by pgvector on a server, and by Qdrant. */
const ofGraphs: readonly string[] = ['anamnesis_vectors', 'anamnesis_vector_recall_ratio'];

/** Reported only when read replicas, Redis, Kafka, KurrentDB or a trace receiver are configured. */
const ofServices: readonly string[] = [
  'anamnesis_redis_seconds',
  'anamnesis_read_replica_reads_total',
  'anamnesis_read_replicas_usable',
  'anamnesis_read_replica_behind_bytes',
  'anamnesis_trace_spans_total',
];

const guideline = `# Hypoglycemia

Give oral glucose 15 g to a patient who is awake and can swallow. Check the blood glucose again after 15 minutes and give
a second dose when it is still below 60 mg/dL.
`;

/** Every action of clients, once; and a model that fails for a while. */
const makeTraffic = async (): Promise<void> => {
  expect(
    await server.ingest(guideline, 'a.md', { docKey: 'guideline-one', title: 'Hypoglycemia' }),
  ).toMatchObject({
    state: 'COMPLETED',
  });
  const ask = () => server.ask('how much oral glucose for low sugar');
  await ask();
  await ask();
  await server.ask('Jane Roe, MRN 4711234, born 01/02/1950: how much glucose');
  endpoint.state.always = { do: 'refuse', status: 400 };
  await server.ask('when to check the blood glucose again');
  delete endpoint.state.always;
  await server.post('/api/commands/ResetProjection', { projection: 'documents' }, { prefer: 'wait=30' });

  const abbreviation = { tool: 'lookup_medical_abbreviation', arguments: { abbreviation: 'MI' } };
  await server.post('/api/commands/RequestToolCall', abbreviation, { prefer: 'wait=30' });
  const task = { tool: 'create_task', arguments: { title: 'Call the laboratory' } };
  const { toolCallId } = await server.command('RequestToolCall', task);
  await server.command('ConfirmTool', { toolCallId, approved: false });

  const { commandServices } = server.application.http;
  const commandId = commandServices.identity.newId();
  await setTimer(
    { timerId: 'metrics', purpose: 'review', about: 'query-1', due: { afterMs: 1 } },
    { actor: { id: 'tester', role: 'service' }, commandId, correlationId: commandId },
    commandServices,
  );
  const head = await server.application.http.eventStore.head();
  await server.get(`/api/documents?after=${head}`);
  const stream = new AbortController();
  await server.request('/api/stream', { signal: stream.signal });
  stream.abort();
  const officer = { authorization: `Bearer ${await signTestToken('cora', ['compliance'])}` };
  await until('the log is sealed', async () => {
    const { status } = await server.request('/api/audit/checkpoint.txt', { headers: officer });
    return status === 200;
  });
  // Whole, because the verification ends with its response.
  await (await server.request('/api/audit/verify', { method: 'POST', headers: officer })).text();
  for (const token of ['wrong', 'wrong-again'])
    await server.request('/api/documents', { headers: { authorization: `Bearer ${token}` } });
  await until('the timer has fired', async () =>
    samplesOf(await readSamples(), 'anamnesis_timer_delay_seconds').some(({ value }) => value > 0),
  );
};

describe('a scrape of /metrics after everything was used', () => {
  beforeAll(async () => {
    endpoint = await startEmbeddingServer({ dimensions: 16 });
    server = await startInProcess({
      environment: {
        EMBEDDING_PROVIDER: 'openai-compatible',
        EMBEDDING_BASE_URL: endpoint.baseUrl,
        EMBEDDING_MODEL: 'test-model',
        EMBEDDING_DIMENSIONS: '16',
        EMBEDDING_API_KEY: 'sk-secret',
        EMBEDDING_USD_PER_MILLION_TOKENS: '1000',
        EMBEDDING_LOCAL: 'true',
        RATE_LIMIT_FAILED_SIGN_INS: '1',
        SEAL_EVERY_SECONDS: '1',
        // Nothing listens there: a declined call requests nothing.
        CALDAV_URL: 'http://127.0.0.1:9/{user}/',
        CALDAV_USERNAME: 'service',
        CALDAV_PASSWORD: 'secret',
      },
    });
    await makeTraffic();
  });
  afterAll(async () => {
    await server.dispose();
    await endpoint.close();
  });

  it('contains every metric of the table with its help, and with a sample unless only a failure records it', async () => {
    const text = await render();
    const samples = await readSamples();
    for (const [name, { kind, help }] of all) {
      expect(text).toContain(`# HELP ${name} ${help}`);
      expect(text).toContain(`# TYPE ${name} ${kind}`);
    }
    const silent = all.map(([name]) => name).filter((name) => samplesOf(samples, name).length === 0);
    const mayBeSilent = [...ofFailuresInside, ...ofGraphs, ...ofServices];
    expect(silent.filter((name) => !mayBeSilent.includes(name))).toEqual([]);
  });

  it('contains no metric of ours outside the table', async () => {
    const families = [...(await render()).matchAll(/^# TYPE ((?:anamnesis|voiceassist)_\w+)/gm)].map(
      ([, name]) => name,
    );
    expect(families.toSorted()).toEqual(all.map(([name]) => name).toSorted());
  });

  it('has no label with an id, or with a value outside the table', async () => {
    const samples = await readSamples();
    for (const [name, { labels }] of all) {
      const found = samplesOf(samples, name);
      for (const sample of found)
        expect(Object.keys(sample.labels).toSorted()).toEqual(Object.keys(labels).toSorted());
      for (const [label, values] of Object.entries(labels)) {
        const present = [...new Set(found.map((sample) => sample.labels[label] ?? ''))];
        for (const value of present) expect(value).not.toMatch(/[0-9a-f]{8}-|^\d*$/);
        if ('atMost' in values) expect(present.length).toBeLessThanOrEqual(values.atMost);
        else for (const value of present) expect(values, `${name} ${label}`).toContain(value);
      }
    }
    // Recording a value outside its definition logs a line.
    expect(server.logLines.join('')).not.toContain('its definition does not allow');
  });

  it('contains nothing about a patient or a question', async () => {
    expect(await render()).not.toMatch(/Jane|Roe|4711234|glucose/i);
  });

  it('counts appends, their batches and the queue', async () => {
    const samples = await readSamples();
    const [appended] = samplesOf(samples, 'anamnesis_append_seconds').filter(
      ({ labels }) => labels.outcome === 'appended',
    );
    expect(appended?.value).toBeGreaterThan(10);
    const sums = (name: string) => samples.find((sample) => sample.name === `${name}_sum`)?.value;
    const { eventStore } = server.application.http;
    expect(sums('anamnesis_append_batch_events')).toBe(await eventStore.head());
    expect(sums('anamnesis_append_batch_appends')).toBeGreaterThanOrEqual(appended?.value ?? Infinity);
    expect(samplesOf(samples, 'anamnesis_append_queue_length')).toMatchObject([{ value: 0 }]);
    expect(samplesOf(samples, 'anamnesis_append_queue_bytes')).toMatchObject([{ value: 0 }]);
  });

  it('reports for every follower its lag in events and seconds, its lease and how long it has held it', async () => {
    await server.settled();
    const samples = await readSamples();
    const status = (await server.get('/api/admin/projections')) as unknown as readonly {
      readonly name: string;
      readonly kind: string;
    }[];
    expect(status.length).toBeGreaterThan(5);
    for (const { name, kind } of status) {
      const own = (metric: string) =>
        samplesOf(samples, metric).find(({ labels }) => labels.follower === name && labels.kind === kind)
          ?.value;
      expect(own('anamnesis_follower_events_behind')).toBe(0);
      expect(own('anamnesis_follower_seconds_behind')).toBe(0);
      expect(own('anamnesis_follower_owner_seconds')).toBeGreaterThan(0);
      const lease = `${kind}:${name}`;
      const held = samplesOf(samples, 'anamnesis_lease_held').find(({ labels }) => labels.lease === lease);
      expect(held?.value, lease).toBeGreaterThan(0);
    }
  });

  it('reports the age of the log as the backup age until one is begun, then that of the newest', async () => {
    const age = async () => samplesOf(await readSamples(), 'anamnesis_backup_age_seconds')[0]?.value ?? NaN;
    await server.settled();
    const before = await age();
    expect(before).toBeGreaterThan(0);
    const from = performance.now();
    expect((await server.post('/api/admin/backups', {})).status).toBe(200);
    await server.settled();
    const after = await age();
    // A millisecond of rounding, and less than the duration of all earlier tests.
    expect(after).toBeLessThanOrEqual((performance.now() - from) / 1000 + 0.001);
    expect(after).toBeLessThan(before);
  });

  it('counts waits for a reader’s own writes, PHI screenings by outcome, and rebuilds', async () => {
    const samples = await readSamples();
    const sampleFor = (metric: string, labels: Readonly<Record<string, string>>) =>
      samplesOf(samples, metric).find((sample) =>
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )?.value;
    const waits = { projection: 'documents', outcome: 'reached' };
    expect(sampleFor('anamnesis_read_wait_seconds', waits)).toBeGreaterThan(0);
    expect(sampleFor('anamnesis_phi_screens_total', { of: 'question', outcome: 'found' })).toBe(1);
    expect(sampleFor('anamnesis_phi_screens_total', { of: 'question', outcome: 'clear' })).toBe(3);
    expect(sampleFor('anamnesis_phi_screens_total', { of: 'document', outcome: 'clear' })).toBe(1);
    const rebuilds = { projection: 'documents', outcome: 'switched' };
    expect(sampleFor('anamnesis_projection_rebuilds_total', rebuilds)).toBe(1);
    expect(sampleFor('anamnesis_projection_rebuild_ratio', { projection: 'documents' })).toBe(1);
  });
});
