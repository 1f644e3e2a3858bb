import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandRegistry } from '../../../commands/command-registry.ts';
import type { NewEvent, RecordedEvent } from '../../../domain/kernel/event.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import type { Answer } from '../../support/http-client.ts';
import { testTokenIssue } from '../../support/token-issue.ts';

const waiting = { headers: { prefer: 'wait=20' } };
const blob = 'a'.repeat(64);
const models = [
  { name: 'm', dimensions: 3 },
  { name: 'second', dimensions: 4 },
];

type RecordedFact = Omit<NewEvent, 'id' | 'metadata'>;
type StreamOfTest = Parameters<HttpFixture['record']>[0];

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi({
    replace: () => ({
      commands: createCommandRegistry(['documents'], {
        findDocumentOfJob: async () => undefined,
        tokenIssue: testTokenIssue,
        embeddingModels: models,
      }),
    }),
  });
});
afterAll(() => api[Symbol.asyncDispose]());

/** Sends a command, and acts as the consumer that executes it: its records depend on the triggering event. */
const whileCarriedOut = async (
  command: () => Promise<Answer>,
  begun: string,
  recordsOf: (event: RecordedEvent) => readonly [StreamOfTest, readonly RecordedFact[], string?],
): Promise<Answer> => {
  const from = await api.eventStore.head();
  const answer = command();
  for await (const event of api.eventStore.subscribe(from, { types: [begun] }, AbortSignal.timeout(20_000))) {
    await api.record(...recordsOf(event));
    break;
  }
  return answer;
};

const ingest = (docKey: string, init = {}): Promise<Answer> =>
  api.upload(
    '/api/commands/IngestDocument',
    { name: `${docKey}.md`, content: `# ${docKey}` },
    [
      ['docKey', docKey],
      ['sourceType', 'note'],
      ['specialty', 'cardiology'],
    ],
    init,
  );

const identityOf = ({ data }: RecordedEvent) => {
  const { jobId, docKey, version } = data as { jobId: string; docKey: string; version: number };
  return { jobId, docKey, version };
};
const requested = (event: RecordedEvent): RecordedFact => ({
  type: 'IndexingRequested',
  data: { ...identityOf(event), contentHash: blob },
});
const started = (event: RecordedEvent, attempt = 1): RecordedFact => ({
  type: 'IndexingStarted',
  data: { ...identityOf(event), attempt },
});
const failed = (event: RecordedEvent): RecordedFact => ({
  type: 'IndexingFailed',
  data: { ...identityOf(event), stage: 'extract', reason: 'rule_violated', message: 'It is encrypted.' },
});
const completed = (event: RecordedEvent): readonly RecordedFact[] => {
  const job = identityOf(event);
  const chunks = { chunkCount: 2, model: 'm', dimensions: 3 };
  return [
    { type: 'TextExtracted', data: { ...job, blob, pages: 4, characters: 9, unusualPages: [] } },
    { type: 'TextCleaned', data: { ...job, blob, characters: 9 } },
    { type: 'ChunksCreated', data: { ...job, title: 'T', blob, chunkCount: 2, policy: 'note' } },
    { type: 'ChunksEmbedded', data: { ...job, ...chunks, blob, cost: 0.5 } },
    {
      type: 'IndexingCompleted',
      data: { ...job, ...chunks, title: 'T', pages: 4, chunksBlob: blob, embeddingsBlob: blob },
    },
  ];
};
const ingested = (
  docKey: string,
  recorded: (event: RecordedEvent) => readonly RecordedFact[],
): Promise<Answer> =>
  whileCarriedOut(
    () => ingest(docKey, waiting),
    'DocumentVersionAdded',
    (event) => [
      `indexing-${identityOf(event).jobId}`,
      [requested(event), started(event), ...recorded(event)],
      `document:${docKey}`,
    ],
  );

describe('a caller who prefers to wait', () => {
  it('for a document gets the finished job, and the position from which it is found', async () => {
    const answer = await ingested('note-complete', completed);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('preference-applied')).toBe('wait=20');
    const { jobId } = answer.body.data;
    expect(answer.headers.get('location')).toBe(`/api/admin/kb/jobs/${jobId}`);
    expect(answer.body.data).toMatchObject({
      docKey: 'note-complete',
      version: 1,
      state: 'COMPLETED',
      stage: null,
      errorMessage: null,
      pages: 4,
      totalChunks: 2,
      processedChunks: 2,
      costUsd: 0.5,
      canRetry: false,
      streamId: 'document-note-complete',
      revision: 0,
      position: await api.eventStore.head(),
    });
    // The same as a read of the job returns.
    const { streamId: _, revision: __, unchanged: ___, position, ...job } = answer.body.data;
    const read = await api.get(`/api/admin/kb/jobs/${jobId}?after=${position}`);
    expect(read.body.data).toMatchObject(job);
  });

  it('for a document that cannot be indexed learns why, and again for the same file', async () => {
    const why = {
      state: 'FAILED',
      stage: 'extract',
      errorReason: 'rule_violated',
      errorMessage: 'It is encrypted.',
      canRetry: true,
    };
    const answer = await ingested('note-broken', (event) => [failed(event)]);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ ...why, unchanged: false });
    const again = await ingest('note-broken', waiting);
    expect(again.status).toBe(200);
    expect(again.body.data).toMatchObject({ ...why, unchanged: true, jobId: answer.body.data.jobId });
  });

  it('for an overtaken document learns which version overtook it', async () => {
    const byJobId = '0190a8c0-0000-7000-8000-0000000000bb';
    const overtaken = (event: RecordedEvent): readonly RecordedFact[] => [
      {
        type: 'IndexingFailed',
        data: { ...identityOf(event), stage: 'extract', reason: 'superseded', message: 'Overtaken.' },
      },
      { type: 'IndexingSuperseded', data: { ...identityOf(event), byJobId, byVersion: 2 } },
    ];
    const answer = await ingested('note-overtaken', overtaken);
    expect(answer.body.data).toMatchObject({ state: 'SUPERSEDED', supersededBy: byJobId });
  });

  it('for a document preempted by a newer one waits until it resumes', async () => {
    const stopped = (event: RecordedEvent): RecordedFact => ({
      type: 'IndexingFailed',
      data: { ...identityOf(event), stage: 'extract', reason: 'superseded', message: 'A newer one comes.' },
    });
    const resumed = (event: RecordedEvent): RecordedFact => ({
      type: 'IndexingRetried',
      data: { ...identityOf(event), retryCount: 0 },
    });
    const answer = await ingested('note-resumed', (event) => [
      stopped(event),
      resumed(event),
      started(event),
      ...completed(event),
    ]);
    expect(answer.body.data).toMatchObject({ state: 'COMPLETED', errorReason: null });
  });

  it('for longer than the server allows learns where to look', async () => {
    await using impatient = await openHttpApi({ limits: { maxPreferWaitSeconds: 1 } });
    const answer = await impatient.upload(
      '/api/commands/IngestDocument',
      { name: 'a.md', content: '# A' },
      [['sourceType', 'note']],
      waiting,
    );
    expect(answer.status).toBe(202);
    expect(answer.headers.get('preference-applied')).toBeNull();
    expect(answer.headers.get('location')).toBe(`/api/admin/kb/jobs/${answer.body.data.jobId}`);
    expect(answer.body.data).not.toHaveProperty('state');
  });

  it('gets no failure for a command whose end could not be awaited', async () => {
    const subscribeStream = (): never => {
      throw new Error('The database fell silent.');
    };
    await using silent = await openHttpApi({
      replace: ({ commandServices }) => ({
        commandServices: {
          ...commandServices,
          eventStore: { ...commandServices.eventStore, subscribeStream },
        },
      }),
    });
    const answer = await silent.post('/api/commands/AskQuery', { question: 'What now?' }, waiting);
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/api/queries/${answer.body.data.queryId}`);
  });

  it('for another attempt gets the end of that one, not of the previous one', async () => {
    const { jobId } = (await ingested('note-again', (event) => [failed(event)])).body.data;
    const answer = await whileCarriedOut(
      () => api.post('/api/commands/RetryIndexing', { jobId }, waiting),
      'IndexingRetried',
      (event) => [`indexing-${jobId}`, [started(event, 2), ...completed(event)], 'document:note-again'],
    );
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      jobId,
      state: 'COMPLETED',
      retryCount: 1,
      errorReason: null,
      revision: 9,
    });
  });

  it('for a rebuild learns of the switch to the requested generation, or why there is none', async () => {
    const reset = () => api.post('/api/commands/ResetProjection', { projection: 'documents' }, waiting);
    const rebuilt = (end: (generation: number) => RecordedFact) =>
      whileCarriedOut(reset, 'ProjectionResetRequested', ({ data }) => [
        'projection-documents',
        [end((data as { generation: number }).generation)],
      ]);
    const switched = await rebuilt((generation) => ({
      type: 'ProjectionGenerationSwitched',
      data: { projection: 'documents', generation, previous: 1, builtTo: 7 },
    }));
    expect(switched.status).toBe(200);
    expect(switched.body.data).toMatchObject({ projection: 'documents', generation: 2, outcome: 'switched' });
    const broken = await rebuilt((generation) => ({
      type: 'ProjectionRebuildFailed',
      data: { projection: 'documents', generation, message: 'The disk is full.' },
    }));
    expect(broken.body.data).toMatchObject({
      generation: 3,
      outcome: 'failed',
      message: 'The disk is full.',
    });
  });

  it('for a replay learns whether the event was handled this time', async () => {
    const eventId = '0190a8c0-0000-7000-8000-0000000000cc';
    const parked: RecordedFact = {
      type: 'EventParked',
      data: {
        consumer: 'indexing-worker',
        eventId,
        eventType: 'DocumentVersionAdded',
        streamId: 'document-x',
        position: 1,
        attempts: 5,
        reason: 'timeout',
        message: 'No answer.',
      },
    };
    await api.record('projection-indexing-worker', [parked]);
    const replayed = (end: RecordedFact) =>
      whileCarriedOut(
        () => api.post('/api/commands/ReplayParkedEvent', { consumer: 'indexing-worker', eventId }, waiting),
        'ParkedEventReplayRequested',
        () => ['projection-indexing-worker', [end]],
      );
    const again = await replayed(parked);
    expect(again.status).toBe(200);
    expect(again.body.data).toMatchObject({ eventId, outcome: 'parked', message: 'No answer.' });
    const handled = await replayed({
      type: 'ParkedEventResolved',
      data: { consumer: 'indexing-worker', eventId, position: 1 },
    });
    expect(handled.body.data).toMatchObject({ eventId, outcome: 'handled' });
  });

  it('for another embedding model learns that it serves, and that an abandoned change is over', async () => {
    const change = () => api.post('/api/commands/ChangeEmbeddingModel', { model: 'second' }, waiting);
    const revert = () => api.post('/api/commands/RevertEmbeddingModel', {}, waiting);
    const changed = (model: (typeof models)[number], generation: number): RecordedFact => ({
      type: 'EmbeddingModelChanged',
      data: { model, generation },
    });
    const [first, second] = models;
    if (!first || !second) throw new Error('There are two models.');
    const done = await whileCarriedOut(change, 'EmbeddingModelChangeRequested', () => [
      'settings-embedding',
      [changed(second, 2)],
    ]);
    expect(done.status).toBe(200);
    expect(done.body.data).toMatchObject({ model: 'second', outcome: 'changed', generation: 2 });
    const back = await whileCarriedOut(revert, 'EmbeddingModelChangeRequested', () => [
      'settings-embedding',
      [changed(first, 3)],
    ]);
    expect(back.body.data).toMatchObject({ model: 'm', outcome: 'changed', generation: 3 });
    const givenUp = await whileCarriedOut(
      () => api.post('/api/commands/RevertEmbeddingModel', {}, waiting),
      'EmbeddingModelChangeRequested',
      () => [
        'settings-embedding',
        [
          {
            type: 'EmbeddingModelChangeFailed',
            data: { model: 'second', reason: 'timeout', message: 'No answer.' },
          },
        ],
      ],
    );
    expect(givenUp.body.data).toMatchObject({ model: 'second', outcome: 'failed', reason: 'timeout' });
  });

  it('is answered immediately when a running change is abandoned, which starts nothing', async () => {
    const begun = await api.post('/api/commands/ChangeEmbeddingModel', { model: 'second' });
    expect(begun.status).toBe(202);
    const answer = await api.post('/api/commands/RevertEmbeddingModel', {}, waiting);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('location')).toBeNull();
  });
});
