import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { until } from '../../support/log-harness.ts';

const question = 'Is the patient Jane Doe allergic?';

const answered = (queryId: string) => ({
  type: 'QueryAnswered',
  data: {
    queryId,
    answer: 'Give epinephrine [1].',
    citations: [],
    warnings: ['Search was degraded.'],
    model: 'extractive',
    parameters: {},
    degraded: true,
  },
});

/** The recorded reads of an event type, in log order. */
const accesses = async ({ eventStore }: HttpFixture, type: string): Promise<readonly RecordedEvent[]> =>
  Array.fromAsync(eventStore.readAll(0, { filter: { types: [type] } }));

describe('a read over HTTP', () => {
  let api: HttpFixture;
  let queryId: string;
  let conversationId: string;
  beforeAll(async () => {
    api = await openHttpApi();
    conversationId = (await api.post('/api/commands/StartConversation', { title: 'Mrs. Doe' })).body.data
      .conversationId;
    queryId = (await api.post('/api/commands/AskQuery', { question, conversationId })).body.data.queryId;
    await api.record(`query-${queryId}`, [answered(queryId)], `conversation:${conversationId}`);
    for (const number of [1, 2, 3]) {
      await api.upload(
        '/api/commands/IngestDocument',
        { name: `sample-${number}.md`, content: `# Sample ${number}` },
        [
          ['docKey', `note-${number}`],
          ['sourceType', 'note'],
          ['specialty', 'cardiology'],
        ],
      );
    }
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('sees a write when it sends the position that the write reached', async () => {
    const { data } = (await api.post('/api/commands/StartConversation', {})).body;
    const answer = await api.get(`/api/conversations/${data.conversationId}`, {
      headers: { 'x-after-position': String(data.position) },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.metadata.position).toBeGreaterThanOrEqual(data.position);
    expect(answer.body.metadata.generation).toBe(1);
  });

  it('ends with 504 when the read model lags too long, and 400 for an invalid position', async () => {
    expect((await api.get('/api/documents?after=99999999')).body.error.code).toBe('timeout');
    expect((await api.get('/api/documents?after=99999999')).status).toBe(504);
    expect((await api.get('/api/documents?after=-1')).status).toBe(400);
    expect((await api.get('/api/documents', { headers: { 'x-after-position': '1e3' } })).status).toBe(400);
  });

  it('pages through lists by cursor, each item once', async () => {
    const keys: string[] = [];
    let cursor = '';
    let pages = 0;
    do {
      const page = await api.get(`/api/documents?limit=2${cursor && `&cursor=${cursor}`}`);
      keys.push(...page.body.data.map((document: { docKey: string }) => document.docKey));
      cursor = page.body.metadata.nextCursor ?? '';
      pages += 1;
    } while (cursor !== '' && pages < 5);
    expect(keys).toEqual(['note-1', 'note-2', 'note-3']);
    expect(pages).toBe(2);
    expect((await api.get('/api/documents?cursor=made-up')).status).toBe(400);
    expect((await api.get('/api/documents?limit=0')).status).toBe(400);
    expect((await api.get('/api/documents?limt=2')).body.error.details.issues).toEqual([
      { path: 'limt', message: 'Unknown field; did you mean limit?' },
    ]);
  });

  it('returns documents, their versions and their jobs, with an ETag each', async () => {
    const document = await api.get('/api/documents/note-1');
    expect(document.body.data).toMatchObject({ docKey: 'note-1', status: 'indexing', version: 1 });
    expect(document.headers.get('etag')).toBe(`"${document.body.data.revision}"`);
    const versions = await api.get('/api/documents/note-1/versions');
    expect(versions.body.data).toMatchObject([{ version: 1, fileName: 'sample-1.md' }]);
    const jobs = await api.get('/api/admin/kb/jobs?state=PENDING&limit=2');
    expect(jobs.body.data).toHaveLength(2);
    expect((await api.get('/api/admin/kb/jobs?state=pending&limit=2')).body.data).toEqual(jobs.body.data);
    const job = await api.get(`/api/admin/kb/jobs/${jobs.body.data[0].jobId}`);
    expect(job.body.data).toEqual(jobs.body.data[0]);
    for (const path of [
      '/api/documents/none',
      '/api/documents/none/versions',
      `/api/admin/kb/jobs/${queryId}`,
    ])
      expect((await api.get(path)).status).toBe(404);
  });

  it('answers 304 when nothing changed, and does not count that as a read', async () => {
    const path = `/api/queries/${queryId}`;
    const first = await api.get(path);
    expect(first.body.data).toMatchObject({ question, answer: 'Give epinephrine [1].', status: 'answered' });
    const etag = first.headers.get('etag') ?? '';
    const readings = (await accesses(api, 'AnswerRead')).length;
    const second = await api.get(path, { headers: { 'if-none-match': `"9", W/${etag}` } });
    expect(second.status).toBe(304);
    expect(second.text).toBe('');
    expect(await accesses(api, 'AnswerRead')).toHaveLength(readings);
    expect((await api.get(path, { headers: { 'if-none-match': '*' } })).status).toBe(304);
    for (const known of ['"99"', `"1${etag.slice(1)}`, etag.slice(1, -1)])
      expect((await api.get(path, { headers: { 'if-none-match': known } })).status, known).toBe(200);
    // Browsers add this to each conditional request of a script.
    const scripted = { 'if-none-match': etag, 'cache-control': 'no-cache', pragma: 'no-cache' };
    expect((await api.get(path, { headers: scripted })).status).toBe(304);
  });

  it('never answers 304 for data that also depends on other streams', async () => {
    const first = await api.get('/api/documents/note-1');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await api.get('/api/documents/note-1', { headers })).status).toBe(200);
  });

  it('records who read an answer and a conversation', async () => {
    const token = await api.tokenFor('reader-7', ['clinician']);
    const sharing = { conversationId, with: { user: 'reader-7' }, level: 'read' };
    await api.post('/api/commands/ShareConversation', sharing);
    await api.get(`/api/queries/${queryId}`, { token });
    const reading = (await accesses(api, 'AnswerRead')).at(-1);
    expect(reading).toMatchObject({
      streamId: `access-query-${queryId}`,
      data: { queryId },
      metadata: { actor: { id: 'reader-7', role: 'clinician' } },
    });
    const conversation = await api.get(`/api/conversations/${conversationId}`, { token });
    expect(conversation.body.data).toMatchObject({ title: 'Mrs. Doe', queries: [{ queryId, question }] });
    expect((await accesses(api, 'ConversationRead')).at(-1)?.data).toEqual({
      conversationId,
      basis: 'shared',
    });
    const list = await api.get('/api/conversations');
    expect(list.body.data.length).toBeGreaterThan(0);
  });

  it('searches, and records the search encrypted under the key of the searcher', async () => {
    const query = 'epinephrine for Jane Doe';
    const answer = await api.post('/api/search', { query, filters: { sourceType: 'protocol' } });
    expect(answer.status).toBe(200);
    expect(answer.body.data.results[0]).toEqual({
      chunkId: 'protocol-1219@1#0',
      docKey: 'protocol-1219',
      version: 1,
      fileName: '1219.pdf',
      title: 'Allergy',
      sourceType: 'protocol',
      specialty: ['emergency_medicine'],
      pages: [2, 3],
      section: 'Treatment > Anaphylaxis',
      score: 0.9,
      text: 'Epinephrine 0.01 mg/kg IM.',
    });
    const [search] = (await accesses(api, 'KnowledgeSearched')).slice(-1);
    expect(search?.data).toMatchObject({ query, found: [{ chunkId: 'protocol-1219@1#0' }] });
    expect(search?.metadata.subject).toBe('searches-of:tester');
    expect(search?.streamId).toMatch(/^access-search-/);
    expect((await api.post('/api/search', { query: '  ' })).status).toBe(400);
  });

  it('records a search about a person under the key of that person', async () => {
    const about = { query: 'adrenaline for Jane Roe', subject: 'patient-4711' };
    expect((await api.post('/api/search', about)).status).toBe(200);
    const [search] = (await accesses(api, 'KnowledgeSearched')).slice(-1);
    expect(search?.metadata).toMatchObject({ subject: 'person:patient-4711', phi: true });
    expect((await api.post('/api/search', { ...about, subject: 'Jane Roe' })).status).toBe(400);
  });

  it.each([
    [{ threshold: 7 }, 'threshold'],
    [{ threshold: '0.5' }, 'threshold'],
    [{ min_score: -1 }, 'threshold'],
    [{ variations: 'sometimes' }, 'variations'],
    [{ clinicalContext: { specialty: 'Heart things' } }, 'clinicalContext.specialty'],
    [{ threshold: 0.2, min_score: 0.3 }, '*'],
  ])('refuses a search with %j and names the error', async (wrong, path) => {
    const { status, body } = await api.post('/api/search', { query: 'stroke', ...wrong });
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
    expect(body.error.details.issues[0].path).toBe(path);
  });

  it('summarizes a text without storing or revealing any of it', async () => {
    const head = await api.eventStore.head();
    const content =
      'Patient Quentin Zzyzx, born 1950-02-03.\n\nGive aspirin 324 mg PO once.\n\nDo not give aspirin to a patient who is allergic to it.';
    const body = { query: 'aspirin dose for Quentin Zzyzx', content, protocolTitle: 'Chest Pain' };
    const answer = await api.post('/api/search/summarize', body);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ found: true });
    expect(answer.body.data.summary).toContain('Give aspirin 324 mg PO once.');
    expect(answer.body.data.summary).toContain('allergic');
    expect(await api.eventStore.head()).toBe(head);
    expect(api.logLines.join()).not.toContain('Zzyzx');
  });

  it.each([
    [{ content: 'x '.repeat(30_000) }, 400, 'validation_error'],
    [{ content: 'x '.repeat(524_288) }, 413, 'payload_too_large'],
    [{ content: ' \n ' }, 400, 'validation_error'],
    [{}, 400, 'validation_error'],
    [{ content: 'text', title: 'x' }, 400, 'validation_error'],
  ])('refuses to summarize an oversized or incomplete text', async (wrong, expected, code) => {
    const { status, body } = await api.post('/api/search/summarize', { query: 'stroke', ...wrong });
    expect([status, body.error.code]).toEqual([expected, code]);
  });

  it('replays a stream as of a position and as of an instant', async () => {
    const streamId = `query-${queryId}`;
    const whole = (await api.get(`/api/audit/streams/${streamId}`)).body.data;
    expect(whole.events.map((event: RecordedEvent) => event.type)).toEqual(['QueryAsked', 'QueryAnswered']);
    expect(whole.events[0]).toMatchObject({
      revision: 0,
      streamId,
      data: { question },
      metadata: { actor: { id: 'tester' } },
    });
    const [asked, answer] = whole.events;
    const early = (await api.get(`/api/audit/streams/${streamId}?asOf=${asked.position}`)).body.data;
    expect(early.events).toEqual([asked]);
    expect(early.asOf).toBe(asked.position);
    const timed = await api.get(`/api/audit/streams/${streamId}?asOf=${answer.recordedAt}`);
    expect(timed.body.data.events).toEqual(whole.events);
    expect((await api.get(`/api/audit/streams/${streamId}?asOf=2001-01-01`)).status).toBe(404);
    expect((await api.get(`/api/audit/streams/${streamId}?asOf=yesterday`)).status).toBe(400);
    expect((await api.get('/api/audit/streams/nonsense-1')).status).toBe(400);
    const page = await api.get(`/api/audit/streams/${streamId}?limit=1`);
    const rest = await api.get(`/api/audit/streams/${streamId}?cursor=${page.body.metadata.nextCursor}`);
    expect([...page.body.data.events, ...rest.body.data.events]).toEqual(whole.events);
  });

  it('lists the filtered audit trail, and records that it was read', async () => {
    const answer = await api.get(`/api/audit/entries?streamId=query-${queryId}&order=asc`);
    const [asked, answered, ...readings] = answer.body.data.map((entry: { type: string }) => entry.type);
    expect([asked, answered]).toEqual(['QueryAsked', 'QueryAnswered']);
    expect(new Set(readings)).toEqual(new Set(['AnswerRead', 'AuditTrailRead']));
    expect(answer.text).not.toContain('Jane');
    const last = (await accesses(api, 'AuditTrailRead')).at(-1);
    expect(last?.data).toMatchObject({ kind: 'entries', parameters: { order: 'asc' } });
  });

  it('stores no name in plain text that was looked up in the audit trail', async () => {
    await api.post('/api/audit/entries', {
      subject: 'Jorvintha Qvist',
      actorId: 'Jorvintha',
      action: 'Jorvintha',
    });
    expect((await accesses(api, 'AuditTrailRead')).at(-1)?.data).toMatchObject({
      parameters: { subject: 'Jorvintha Qvist' },
    });
    const stored = await api.database.query('select data, metadata from event_log.events');
    expect(JSON.stringify(stored)).not.toContain('Jorvintha');
  });

  it('takes the name of a person in the body only, because addresses are kept in logs', async () => {
    for (const name of ['patient-4711', 'person:patient-4711', 'Jane Roe']) {
      const { status, body } = await api.get(`/api/audit/entries?subject=${encodeURIComponent(name)}`);
      expect([status, body.error.details.issues[0].path], name).toEqual([400, 'subject']);
      expect(body.error.details.issues[0].message).toContain('POST /api/audit/entries');
    }
    expect((await api.get('/api/audit/entries?subject=document:protocol-1')).status).toBe(200);
    const first = await api.post('/api/audit/entries', { limit: 1, order: 'asc' });
    const { entries, nextCursor } = first.body.data;
    const second = await api.post('/api/audit/entries', { limit: 1, order: 'asc', cursor: nextCursor });
    expect([entries[0].position, second.body.data.entries[0].position]).toEqual([1, 2]);
  });

  it('needs a permission for each read', async () => {
    const token = await api.tokenFor('doc', ['clinician']);
    const paths = [
      '/api/audit/entries',
      '/api/audit/export',
      '/api/admin/projections',
      '/api/admin/nodes',
      '/metrics',
      '/api/admin/kb/jobs',
      '/api/admin/query-log',
      '/api/admin/query-log/summary',
      '/api/admin/query-log/top',
      '/api/admin/feedback',
      '/api/admin/feedback/export',
    ];
    for (const path of paths) expect((await api.get(path, { token })).status).toBe(403);
    expect((await api.get('/openapi.json', { token })).status).toBe(200);
  });

  it('exports the log as lines of JSON, between positions', async () => {
    const head = await api.eventStore.head();
    const whole = await api.get('/api/audit/export');
    const events = whole.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ position }) => position)).toEqual(Array.from({ length: head }, (_, at) => at + 1));
    expect(whole.headers.get('x-last-position')).toBe(String(head));
    expect(whole.headers.get('content-type')).toBe('application/x-ndjson');
    const some = await api.get('/api/audit/export?format=ndjson&from=2&to=4');
    expect(some.text).toBe(`${whole.text.split('\n').slice(1, 4).join('\n')}\n`);
    const timed = await api.get(`/api/audit/export?from=${events[2].recordedAt}&to=${events[4].recordedAt}`);
    const positions = timed.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).position);
    expect(positions).toEqual(
      events
        .filter(({ recordedAt }) => recordedAt >= events[2].recordedAt && recordedAt <= events[4].recordedAt)
        .map(({ position }) => position),
    );
    expect((await api.get('/api/audit/export?from=9999-12-31')).text).toBe('');
    expect((await accesses(api, 'AuditTrailRead')).at(-1)?.data).toMatchObject({ kind: 'export' });
    expect((await api.get('/api/audit/export?format=xml')).status).toBe(400);
  });

  it('exports and replays events of a newer version as stored, and marks them', async () => {
    const stream = 'access-of-tomorrow';
    const read = { type: 'AnswerRead', data: { queryId } };
    const stored = { data: '{"title":{"$sealed":"v2:abc"}}', metadata: '{"actor":{"id":"x"},"tomorrow":1}' };
    await api.record(stream, [read]);
    const before = await api.eventStore.head();
    await api.database.query(
      `insert into event_log.events values ($1, $2, 1, gen_random_uuid(), 'DocumentBlessed', 3, now(), $3, $4)`,
      [before + 1, stream, stored.data, stored.metadata],
    );
    await api.record(stream, [read]);
    const expected = {
      position: before + 1,
      type: 'DocumentBlessed',
      schemaVersion: 3,
      revision: 1,
      unreadable: { reason: 'unknown_type' },
      stored,
    };
    const range = `from=${before}&to=${before + 2}`;
    const lines = (await api.get(`/api/audit/export?${range}`)).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { position: before, type: 'AnswerRead' },
      expected,
      { position: before + 2, type: 'AnswerRead' },
    ]);
    const csv = (await api.get(`/api/audit/export?format=csv&${range}`)).text.split('\r\n');
    expect(csv).toHaveLength(5);
    expect(csv[2]).toContain('DocumentBlessed,,,3,');
    expect(csv[2]).toContain(',unknown_type,');
    const replayed = (await api.get(`/api/audit/streams/${stream}`)).body.data.events;
    expect(replayed).toMatchObject([{ revision: 0 }, expected, { revision: 2 }]);
  });

  it('takes a date without a time as the whole day, at both ends, for every date parameter', async () => {
    const head = await api.eventStore.head();
    const [event] = (await api.eventStore.readPage(head - 1, 1)).events;
    const day = event?.recordedAt.slice(0, 10) ?? '';
    const before = new Date(Date.parse(day) - 1).toISOString().slice(0, 10);
    const span = `from=${day}&to=${day}`;
    for (const path of ['/api/audit/entries', '/api/admin/query-log'])
      expect((await api.get(`${path}?${span}`)).body.data.length, path).toBeGreaterThan(0);
    expect((await api.get(`/api/admin/query-log/summary?${span}`)).body.data.entries).toBeGreaterThan(0);
    expect((await api.get(`/api/admin/query-log/top?${span}`)).status).toBe(200);
    expect((await api.get(`/api/audit/export?${span}`)).text.split('\n').length).toBeGreaterThan(head);
    const streamId = `query-${queryId}`;
    expect((await api.get(`/api/audit/streams/${streamId}?asOf=${day}`)).body.data.events.length).toBe(2);
    expect((await api.get(`/api/audit/streams/${streamId}?asOf=${before}`)).status).toBe(404);
    for (const path of ['/api/audit/entries', '/api/admin/query-log'])
      expect((await api.get(`${path}?to=${before}`)).body.data, path).toEqual([]);
  });

  it('refuses a range that ends before it begins, for every such parameter', async () => {
    const paths = [
      '/api/audit/entries',
      '/api/audit/export',
      '/api/admin/query-log',
      '/api/admin/query-log/top',
    ];
    for (const path of paths) {
      const { status, body } = await api.get(`${path}?from=2026-01-02&to=2026-01-01`);
      expect([status, body.error.details.issues[0].path], path).toEqual([400, 'to']);
    }
    for (const path of ['/api/audit/entries', '/api/audit/export'])
      expect((await api.get(`${path}?from=5&to=2`)).status, path).toBe(400);
  });

  it('filters the audit trail by every criterion, combined and page by page', async () => {
    const entries = async (query: string): Promise<readonly { type: string; position: number }[]> =>
      (await api.get(`/api/audit/entries?${query}`)).body.data;
    const app = await api.tokenFor('dr-house', ['service'], { act: { sub: 'bedside-app' } });
    await api.post('/api/commands/StartConversation', { title: 'Rounds' }, { token: app });
    expect(await entries('onBehalfOf=dr-house&role=service')).toMatchObject([
      { type: 'ConversationStarted', actorId: 'bedside-app', onBehalfOf: 'dr-house' },
    ]);
    for (const query of [
      'role=clinician',
      'category=access',
      'phi=true',
      'outcome=success',
      'action=READ%20AN',
    ])
      expect((await entries(query)).length, query).toBeGreaterThan(0);
    const reads = await entries('action=read%20an%20answer&category=access&order=asc');
    expect(new Set(reads.map(({ type }) => type))).toEqual(new Set(['AnswerRead']));
    expect(await entries('type=AnswerRead&action=conversation')).toEqual([]);
    const paged: number[] = [];
    for (let cursor = ''; ; ) {
      const page = await api.get(`/api/audit/entries?action=read%20an%20answer&limit=1&order=asc${cursor}`);
      paged.push(...page.body.data.map(({ position }: { position: number }) => position));
      if (page.body.metadata.nextCursor === undefined) break;
      cursor = `&cursor=${page.body.metadata.nextCursor}`;
    }
    expect(paged).toEqual(reads.map(({ position }) => position));
  });

  it('exports FHIR AuditEvents, one per line', async () => {
    const { text, headers } = await api.get('/api/audit/export?format=fhir&from=1&to=3');
    expect(headers.get('content-type')).toBe('application/fhir+ndjson');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatchObject({ resourceType: 'AuditEvent', outcome: '0' });
    expect(text).not.toContain('Jane');
  });

  it('exports CSV with proper quoting and without formulas', async () => {
    const token = await api.tokenFor('=cmd|calc', ['clinician']);
    const { position } = (await api.post('/api/commands/StartConversation', { title: 'a, "b"' }, { token }))
      .body.data;
    const { text } = await api.get(`/api/audit/export?format=csv&from=${position}&to=${position}`);
    const [header, line, end] = text.split('\r\n');
    expect(header?.split(',').slice(0, 3)).toEqual(['position', 'recordedAt', 'streamId']);
    expect(line).toContain(",'=cmd|calc,clinician,");
    expect(line).toContain(',"a, ""b""",');
    expect(end).toBe('');
  });
});

describe('a process started by a command', () => {
  it('is answered with the command when the caller prefers to wait', async () => {
    await using api = await openHttpApi();
    const asked = api.post('/api/commands/AskQuery', { question }, { headers: { prefer: 'wait=10' } });
    const answering = (async () => {
      for await (const event of api.eventStore.subscribe(
        0,
        { types: ['QueryAsked'] },
        AbortSignal.timeout(5000),
      )) {
        const queryId = event.streamId.slice('query-'.length);
        await api.record(`query-${queryId}`, [answered(queryId)], `query:${queryId}`);
        return queryId;
      }
      return undefined;
    })();
    const answer = await asked;
    const queryId = await answering;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('preference-applied')).toBe('wait=10');
    expect(answer.body.data).toMatchObject({
      queryId,
      status: 'answered',
      answer: 'Give epinephrine [1].',
      // The position of the answer, not of the question.
      revision: 1,
    });
    // Returning the answer is a read like any other.
    expect((await accesses(api, 'AnswerRead')).map(({ data }) => data)).toEqual([{ queryId, basis: 'own' }]);
  });

  it('is left to a Location when it does not end in time', async () => {
    await using api = await openHttpApi({ limits: { maxPreferWaitSeconds: 1 } });
    const answer = await api.post(
      '/api/commands/AskQuery',
      { question },
      { headers: { prefer: 'wait=9000' } },
    );
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/api/queries/${answer.body.data.queryId}`);
  });
});

describe('operations', () => {
  it('report liveness and readiness to anyone, and unreadiness when a critical part is down', async () => {
    let healthy = true;
    await using api = await openHttpApi({
      replace: () => ({
        health: {
          list: async () => [
            { component: 'log', healthy, critical: true },
            { component: 'cloud-model', healthy: false, critical: false, message: 'No answer.' },
          ],
        },
      }),
    });
    expect((await api.get('/health/live', { token: null })).body.data).toEqual({ status: 'live' });
    const degraded = await api.get('/health/ready', { token: null });
    expect(degraded.status).toBe(200);
    expect(degraded.body.data).toMatchObject({ status: 'degraded' });
    healthy = false;
    const down = await api.get('/health/ready', { token: null });
    expect(down.status).toBe(503);
    expect(down.body.error).toMatchObject({ code: 'unavailable', details: { components: ['log'] } });
  });

  it('check readiness once for all who ask at the same time, since anyone may ask', async () => {
    let checks = 0;
    const check = Promise.withResolvers<readonly []>();
    await using api = await openHttpApi({
      replace: () => ({
        health: {
          list: () => {
            checks += 1;
            return check.promise;
          },
        },
      }),
    });
    const ask = () => api.get('/health/ready', { token: null });
    const answers = Promise.all([ask(), ask(), ask(), ask()]);
    // The request for the metrics is the fifth.
    await until('all have arrived', async () =>
      /^anamnesis_http_requests_in_flight 5$/m.test((await api.get('/metrics')).text),
    );
    expect(checks).toBe(1);
    check.resolve([]);
    for (const { status } of await answers) expect(status).toBe(200);
    await ask();
    expect(checks).toBe(2);
  });

  it('show the state of projections and retry a job by its route', async () => {
    await using api = await openHttpApi();
    expect((await api.get('/api/admin/projections')).body.data).toEqual([]);
    expect((await api.get('/api/admin/nodes')).body.data).toEqual({ nodes: [], missing: [] });
    expect((await api.get('/api/admin/consumers/parked')).body.data).toEqual([]);
    const id = '0190a8c0-0000-7000-8000-0000000000aa';
    const retry = `/api/admin/kb/jobs/${id}/retry`;
    expect((await api.post(retry, {})).status).toBe(404);
    const job = { jobId: id, docKey: 'note-1', version: 1 };
    await api.record(`indexing-${id}`, [
      { type: 'IndexingRequested', data: { ...job, contentHash: 'a'.repeat(64) } },
      { type: 'IndexingStarted', data: { ...job, attempt: 1 } },
      {
        type: 'IndexingFailed',
        data: { ...job, stage: 'extract', reason: 'rule_violated', message: 'Broken.' },
      },
    ]);
    const retried = await api.post(retry, '');
    expect(retried.status).toBe(202);
    expect(retried.headers.get('location')).toBe(`/api/admin/kb/jobs/${id}`);
    expect((await api.post(retry, '')).status).toBe(422);
    const replay = `/api/admin/consumers/parked/indexing-worker/${id}/replay`;
    expect((await api.post(replay, '')).status).toBeGreaterThanOrEqual(404);
  });
});

describe('an indexing job over HTTP', () => {
  it('reports unreadable pages and its cost, in the list, individually and in its stream', async () => {
    await using api = await openHttpApi();
    const uploaded = await api.upload(
      '/api/commands/IngestDocument',
      { name: 'scan.md', content: '# Scan' },
      [
        ['docKey', 'note-scan'],
        ['sourceType', 'note'],
        ['specialty', 'cardiology'],
      ],
    );
    const { jobId, docKey, version } = uploaded.body.data;
    const path = `/api/admin/kb/jobs/${jobId}`;
    const unread = {
      failedPages: [],
      failedPageCount: 0,
      ocrPages: [],
      lowestOcrConfidence: null,
      costUsd: 0,
    };
    expect((await api.get(path)).body.data).toMatchObject(unread);
    const job = { jobId, docKey, version };
    const blob = 'a'.repeat(64);
    await api.record(
      `indexing-${jobId}`,
      [
        { type: 'IndexingRequested', data: { ...job, contentHash: blob } },
        { type: 'IndexingStarted', data: { ...job, attempt: 1 } },
        {
          type: 'TextExtracted',
          data: {
            ...job,
            blob,
            pages: 9,
            characters: 100,
            unusualPages: [
              { page: 1, readBy: 'ocr', ocrConfidence: 0.83 },
              { page: 2, readBy: 'ocr', ocrConfidence: 0.9 },
              { page: 7, readBy: 'failed' },
            ],
          },
        },
        { type: 'TextCleaned', data: { ...job, blob, characters: 90 } },
        {
          type: 'ChunksCreated',
          data: { ...job, title: 'Scan', blob, chunkCount: 512, policy: 'note' },
        },
        {
          type: 'ChunksEmbedded',
          data: { ...job, blob, model: 'm', dimensions: 3, chunkCount: 256, cost: 0.01 },
        },
        {
          type: 'IndexingFailed',
          data: { ...job, stage: 'embed', reason: 'timeout', message: 'No answer.', cost: 0.0025 },
        },
      ],
      'document:note-scan',
    );
    const read = {
      ocrPages: [1, 2],
      ocrPageCount: 2,
      failedPages: [7],
      failedPageCount: 1,
      lowestOcrConfidence: 0.83,
      costUsd: 0.0125,
    };
    const after = await api.eventStore.head();
    expect((await api.get(`${path}?after=${after}`)).body.data).toMatchObject(read);
    expect((await api.get('/api/admin/kb/jobs')).body.data).toMatchObject([read]);
    const last = (await api.get(`${path}/stream`)).text.trim().split('\n\n').at(-1) ?? '';
    expect(JSON.parse(/^data: (.*)$/m.exec(last)?.[1] ?? '')).toMatchObject({ state: 'FAILED', ...read });
  });
});
