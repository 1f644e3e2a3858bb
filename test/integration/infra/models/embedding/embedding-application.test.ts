import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PATIENT_SCREEN } from '../../../../../domain/privacy/find-patient-identifiers.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../../support/embedding-server.ts';
import { type InProcess, startInProcess } from '../../../../support/server-in-process.ts';

const guideline = `# Hypoglycemia

## Treatment

Give oral glucose 15 g to a patient who is awake and can swallow. Contact the medical director, Dr. Maria Lopez, at
(562) 347-1500 for questions. Revised 07-01-2024. 10100 Pioneer Blvd, Santa Fe Springs, CA 90670.

## Follow-up

Check the blood glucose again after 15 minutes and give a second dose when it is still below 60 mg/dL.
`;
const apiKey = 'sk-application-secret';

let endpoint: EmbeddingServer;
let application: InProcess;
const end = async (): Promise<void> => {
  await application.dispose();
  await endpoint.close();
};
/** The texts sent to the endpoint since then. */
const textsSince = (requests: number): readonly string[] =>
  endpoint.received.slice(requests).flatMap(({ body }) => body.input);

const begin = async (environment: Record<string, string> = {}): Promise<void> => {
  endpoint = await startEmbeddingServer({ dimensions: 16 });
  application = await startInProcess({
    environment: {
      EMBEDDING_PROVIDER: 'openai-compatible',
      EMBEDDING_BASE_URL: endpoint.baseUrl,
      EMBEDDING_MODEL: 'test-model',
      EMBEDDING_DIMENSIONS: '16',
      EMBEDDING_API_KEY: apiKey,
      EMBEDDING_USD_PER_MILLION_TOKENS: '1000',
      EMBEDDING_LOCAL: 'false',
      ...environment,
    },
  });
};

type Stored = { readonly type: string; readonly data: Record<string, unknown> };
const jobEvents = async (job: Record<string, unknown>): Promise<readonly Stored[]> => {
  const { events } = await application.get(`/api/audit/streams/indexing-${String(job.jobId)}`);
  return events as readonly Stored[];
};

describe('documents and questions with a cloud model', () => {
  // One text per request, so that a job can fail between two of them.
  beforeAll(() => begin({ EMBEDDING_BATCH_SIZE: '1' }));
  afterAll(end);
  afterEach(() => {
    delete endpoint.state.always;
  });

  it('keep the configured model in use although a PHI document came first, embedded by the fallback', async () => {
    // A text unlike those below, because no text is embedded twice.
    const text = guideline.replaceAll('15', '20');
    const first = await application.ingest(text, 'a.md', { docKey: 'note-first', containsPhi: 'true' });
    expect(first.state).toBe('COMPLETED');
    const second = await application.ingest(text, 'b.md', { docKey: 'guideline-first' });
    expect(second).toMatchObject({ state: 'COMPLETED', withheld: [] });
    expect(endpoint.texts().join(' ')).toContain('oral glucose');
    const { inUse } = await application.get('/api/admin/embedding');
    expect(inUse).toMatchObject({ name: 'test-model' });
    await application.settled();
    const found = await application.post('/api/search', { query: 'oral glucose', limit: 5, debug: true });
    const { results, sources } = (await application.bodyOf(found)).data as Record<
      'results' | 'sources',
      Record<string, unknown>[]
    >;
    expect(sources.find(({ source }) => source === 'dense')).toMatchObject({ outcome: 'ok' });
    expect(results.map(({ docKey }) => docKey)).toEqual(expect.arrayContaining(['guideline-first']));
  });

  it('are embedded at its price, and once when two documents share a text', async () => {
    const fields = { title: 'Hypoglycemia' };
    const before = endpoint.received.length;
    const first = await application.ingest(guideline, 'a.md', { docKey: 'guideline-one', ...fields });
    expect(first.state).toBe('COMPLETED');
    expect(textsSince(before).join(' ')).toContain('oral glucose');
    const words = textsSince(before).reduce((sum, text) => sum + text.split(/\s+/).length, 0);
    const embedded = (await jobEvents(first)).find(({ type }) => type === 'ChunksEmbedded');
    expect(embedded?.data).toMatchObject({ model: 'test-model', dimensions: 16 });
    expect(embedded?.data.cost).toBeCloseTo(words / 1000, 9);

    const asked = endpoint.received.length;
    const second = await application.ingest(guideline, 'b.md', { docKey: 'guideline-two', ...fields });
    expect(second.state).toBe('COMPLETED');
    expect(textsSince(asked)).toEqual([]);
    const again = (await jobEvents(second)).find(({ type }) => type === 'ChunksEmbedded');
    expect(again?.data.cost).toBe(0);
  });

  it('never leave the machine when they hold PHI, marked or detected', async () => {
    const asked = endpoint.received.length;
    const cases: readonly [string, string, Record<string, string>][] = [
      ['marked', guideline, { containsPhi: 'true' }],
      ['record-number', `${guideline}\n\nMRN: 00481516 was given 15 g.\n`, {}],
      ['social-security-number', `${guideline}\n\nSSN 219-09-9999.\n`, {}],
      ['name', `${guideline}\n\nPatient: Zoltan Kovacs was given 15 g.\n`, {}],
      ['birth', `${guideline}\n\nDOB: 03/14/1961, given 15 g.\n`, {}],
      ['letter', `${guideline}\n\nMs. Amara Osei, 54 F, was admitted on 3/4/2024.\n`, {}],
      ['source-type', guideline, { sourceType: 'note' }],
      ['title', guideline, { title: 'Patient name: Zoltan Kovacs' }],
    ];
    for (const [name, text, fields] of cases) {
      const job = await application.ingest(text, `${name}.md`, { docKey: `note-${name}`, ...fields });
      const reason = fields.containsPhi === 'true' ? 'marked' : 'screened';
      expect(job, name).toMatchObject({
        state: 'COMPLETED',
        costUsd: 0,
        withheld: [{ model: 'test-model', reason }],
      });
      const [warning] = job.warnings as readonly string[];
      expect(warning).toMatch(/kept from the embedding model test-model.*found by its words/);
      expect(warning).not.toMatch(/Kovacs|00481516|219-09/);
      const document = await application.get(`/api/documents/note-${name}`);
      expect(document).toMatchObject({ status: 'searchable', withheld: [{ model: 'test-model', reason }] });
    }
    expect(textsSince(asked)).toEqual([]);
  });

  it('are found by their words when they are withheld from it', async () => {
    const text = 'Patient: Zoltan Kovacs has a xylophone in the throat.';
    await application.ingest(text, 'xylophone.md', { docKey: 'note-xylophone' });
    await application.settled();
    const found = await application.post('/api/search', { query: 'xylophone throat', limit: 3 });
    const { results } = (await application.bodyOf(found)).data as { results: Record<string, unknown>[] };
    expect(results[0]?.docKey).toBe('note-xylophone');
  });

  it('log the detector and its findings, as kinds and numbers only', async () => {
    const clean = await application.ingest(guideline, 'screened.md', { docKey: 'guideline-screened' });
    const rules = PATIENT_SCREEN;
    const screenOf = (events: readonly Stored[], type: string) =>
      events.find((event) => event.type === type)?.data.phiScreen;
    const passed = await jobEvents(clean);
    expect(screenOf(passed, 'ChunksCreated')).toMatchObject({ rules, passagesWithPhi: 0, kinds: [] });
    expect(passed.map(({ type }) => type)).not.toContain('EmbeddingWithheld');

    const named = `${guideline}\n\nPatient: Zoltan Kovacs, MRN: 00481516.\n`;
    const kept = await jobEvents(await application.ingest(named, 'kept.md', { docKey: 'note-kept' }));
    const screen = { rules, passagesWithPhi: 1, kinds: ['name', 'mrn'] };
    for (const type of ['ChunksCreated', 'EmbeddingWithheld', 'IndexingCompleted'])
      expect(screenOf(kept, type), type).toMatchObject(screen);
    expect(kept.map(({ type }) => type).slice(-4)).toEqual([
      'ChunksCreated',
      'EmbeddingWithheld',
      'ChunksEmbedded',
      'IndexingCompleted',
    ]);
    expect(kept.at(-1)?.data).toMatchObject({ withheldFrom: { model: 'test-model', dimensions: 16 } });
    expect(JSON.stringify(kept)).not.toMatch(/00481516/);
  });

  it('are not sent when the question holds PHI', async () => {
    const asked = endpoint.received.length;
    const question = 'Patient Jane Roe, MRN 1234567: how much oral glucose is given?';
    const answer = await application.ask(question);
    expect(answer.status).toBe('answered');
    expect(textsSince(asked).join(' ')).not.toMatch(/Jane|Roe|1234567/i);
  });

  it('are billed once for each answered request, and a failed job still reports the cost', async () => {
    const asked = endpoint.received.length;
    const words = (what: string) => `Care of ${what} in the field is described here. `.repeat(40);
    const sections = ['bites', 'burns', 'falls', 'poison', 'stings'];
    const care = sections.map((what) => `# Of ${what}\n\n${words(what)}`).join('\n\n');
    endpoint.state.always = {
      do: 'refuse',
      status: 400,
      only: ([asked]) => asked?.includes('poison') === true,
    };
    const failed = await application.ingest(care, 'a.md', { docKey: 'guideline-care', title: 'Care' });
    expect(failed).toMatchObject({ state: 'FAILED', stage: 'embed' });
    const answered = textsSince(asked).filter((text) => !text.includes('poison'));
    expect(answered.length).toBeGreaterThan(1);
    const priceOf = (texts: readonly string[]) =>
      texts.reduce((sum, asked) => sum + asked.split(/\s+/).length, 0) / 1000;
    expect(failed.costUsd).toBeCloseTo(priceOf(answered), 9);

    delete endpoint.state.always;
    const before = endpoint.received.length;
    await application.command('RetryIndexing', { jobId: failed.jobId });
    await application.settled();
    const job = await application.get(`/api/admin/kb/jobs/${String(failed.jobId)}`);
    expect(job.state).toBe('COMPLETED');
    const paidLater = textsSince(before);
    expect(paidLater.filter((asked) => answered.includes(asked))).toEqual([]);
    expect(job.costUsd).toBeCloseTo(priceOf([...answered, ...paidLater]), 9);
  });
});

describe('documents with PHI and a model on this machine', () => {
  afterEach(end);

  it('are embedded, and leave no vector in the cache', async () => {
    await begin({ EMBEDDING_LOCAL: 'true' });
    const fields = { containsPhi: 'true', title: 'A case' };
    const one = await application.ingest(guideline, 'a.md', { docKey: 'note-one', ...fields });
    const asked = endpoint.texts().length;
    const two = await application.ingest(guideline, 'b.md', { docKey: 'note-two', ...fields });
    expect([one.state, two.state]).toEqual(['COMPLETED', 'COMPLETED']);
    expect(endpoint.texts().length).toBe(asked * 2);
  });
});

describe('an embedding service of unknown price', () => {
  afterEach(end);

  it('reports the price as unknown, not as zero', async () => {
    endpoint = await startEmbeddingServer({ dimensions: 16 });
    application = await startInProcess({
      environment: {
        EMBEDDING_BASE_URL: endpoint.baseUrl,
        EMBEDDING_MODEL: 'test-model',
        EMBEDDING_DIMENSIONS: '16',
        EMBEDDING_LOCAL: 'false',
      },
    });
    const job = await application.ingest(guideline, 'a.md', { docKey: 'guideline-one' });
    expect(job).toMatchObject({ state: 'COMPLETED', costUsd: null });
    const embedded = (await jobEvents(job)).find(({ type }) => type === 'ChunksEmbedded');
    expect(embedded?.data).toMatchObject({ cost: 0, costUnknown: true });
  });
});

/** A unique text, because embedded texts are not requested again. */
const edition = (name: string): string => `${guideline}\nThis is the ${name} edition.\n`;

describe('an embedding service that is down', () => {
  // Started once: each test has its own document.
  beforeAll(() => begin({ SEARCH_TIMEOUT_MS: '800' }));
  afterAll(end);
  afterEach(() => {
    delete endpoint.state.always;
  });

  it('fails the job with a message, and a retry resumes where it stopped', async () => {
    endpoint.state.always = { do: 'refuse', status: 401, body: `no such key ${apiKey}` };
    const failed = await application.ingest(edition('first'), 'a.md', { docKey: 'guideline-one' });
    expect(failed).toMatchObject({ state: 'FAILED', stage: 'embed' });
    expect(failed.errorMessage).toMatch(/refused the API key \(401\).*Retry the job/);
    expect(failed.errorMessage).not.toContain(apiKey);
    const before = (await jobEvents(failed)).map(({ type }) => type);

    delete endpoint.state.always;
    await application.command('RetryIndexing', { jobId: failed.jobId });
    await application.settled();
    const job = await application.get(`/api/admin/kb/jobs/${String(failed.jobId)}`);
    expect(job.state).toBe('COMPLETED');
    const after = (await jobEvents(failed)).map(({ type }) => type).slice(before.length);
    expect(after).toEqual(['IndexingRetried', 'IndexingStarted', 'ChunksEmbedded', 'IndexingCompleted']);
    expect(application.logLines.join('\n')).not.toContain(apiKey);
  });

  it.each([
    [400, /refused the request as invalid \(400\)\. Check EMBEDDING_MODEL, .* Retry the job/],
    [401, /refused the API key \(401\)\. Check EMBEDDING_API_KEY .* Retry the job/],
    [403, /refused the API key \(403\)\. Check EMBEDDING_API_KEY .* Retry the job/],
    [404, /does not know the model .* Check EMBEDDING_MODEL and EMBEDDING_BASE_URL\. Retry the job/],
  ])('is asked once per job when it refuses permanently (%i)', async (status, message) => {
    const asked = endpoint.received.length;
    endpoint.state.always = { do: 'refuse', status, body: `no such thing ${apiKey}` };
    const job = await application.ingest(edition(`${status}`), 'a.md', { docKey: `guideline-${status}` });
    expect(job).toMatchObject({
      state: 'FAILED',
      stage: 'embed',
      errorReason: 'external_api_error',
      canRetry: true,
    });
    expect(job.errorMessage).toMatch(message);
    await application.settled();
    expect(endpoint.received).toHaveLength(asked + 1);
    expect(await application.get('/api/admin/consumers/parked')).toEqual([]);
  });

  it('is retried automatically when it refuses temporarily', async () => {
    const asked = endpoint.received.length;
    // Longer than a request may be delayed: the job retries it.
    const later = { 'retry-after': '3600' };
    endpoint.next.push(
      { do: 'refuse', status: 429, headers: later },
      { do: 'refuse', status: 503, headers: later },
      { do: 'refuse', status: 408, headers: later },
    );
    const job = await application.ingest(edition('late'), 'a.md', { docKey: 'guideline-late' });
    expect(job).toMatchObject({ state: 'COMPLETED', retryCount: 0 });
    expect(endpoint.received).toHaveLength(asked + 4);
  });

  it('is retried immediately after a single failure', async () => {
    endpoint.state.always = { do: 'refuse', status: 400 };
    expect(await application.ask('oral glucose')).toMatchObject({ status: 'answered', degraded: true });
    delete endpoint.state.always;
    expect(await application.ask('oral glucose again')).toMatchObject({
      status: 'answered',
      degraded: false,
    });
  });

  it('reduces search to words, which the answer reports', async () => {
    const troubles: Record<string, () => Promise<void> | void> = {
      'nothing listens': () => endpoint.close(),
      'it is overloaded': async () => {
        await endpoint.reopen();
        endpoint.state.always = { do: 'refuse', status: 503 };
      },
      'it keeps silent': () => {
        endpoint.state.always = { do: 'hang' };
      },
    };
    for (const [number, begins] of Object.values(troubles).entries()) {
      await begins();
      // The command waits for 20 s: without the search deadline the question would still be pending.
      const answer = await application.ask(`How many grams of oral glucose are given? ${'?'.repeat(number)}`);
      expect(answer).toMatchObject({ status: 'answered', degraded: true });
      expect(JSON.stringify(answer.citations)).toContain('guideline-');
      expect(answer.warnings).toContain('The semantic search did not answer; the result may be incomplete.');
    }
  });
});
