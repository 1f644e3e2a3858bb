import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { disclosedSubjects } from '../../../domain/audit/disclosed-subjects.ts';
import { isAllowed, type Role } from '../../../domain/kernel/actor.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { encodePng } from '../../../infra/reading/pictures/encode-png.ts';
import { apiRoutes } from '../../../read-api/api-routes.ts';
import { routeExamples } from '../../../read-api/openapi/examples/route-examples.ts';
import type { Route } from '../../../read-api/routing/define-route.ts';
import { until } from '../../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';
import { TEST_JWT_SECRET } from '../../support/test-user.ts';

/** Text that may be shown only with a record: it is in the question, the title, the comment and the file. */
/** A gray image large enough for a figure. */
const picture = `data:image/png;base64,${Buffer.from(
  encodePng({ width: 200, height: 150, pixels: new Uint8Array(200 * 150 * 3).fill(120) }),
).toString('base64')}`;

const secrets = /Zebulon|Quixote|ZQ-4711|Fiddlewick/;
const person = 'pat-4711';
const reason = 'Handover of bed 7';

/** All recorded reads after a position, in log order. */
const readingsAfter = async (server: InProcess, position: number): Promise<readonly RecordedEvent[]> => {
  const page = await server.application.http.eventStore.readPage(position, 1000, { categories: ['access'] });
  return page.events.filter(({ type }) => type !== 'AccessRefused');
};

describe('every route and command', () => {
  let server: InProcess;
  let routes: readonly Route[] = [];
  let ids: Record<string, string> = {};

  const tokenOf = (role: Role): Promise<string> =>
    new SignJWT({ roles: [role] })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(role === 'clinician' ? 'dora' : `some-${role}`)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(new TextEncoder().encode(TEST_JWT_SECRET));

  /** The headers of a role with the permission: the owning clinician, if possible. */
  const headersFor = async ({ access }: Pick<Route, 'access'>): Promise<Record<string, string>> => {
    const roles: readonly Role[] = ['clinician', 'compliance', 'admin', 'service'];
    const role = roles.find(
      (held) => access === 'authenticated' || access === 'open' || isAllowed([held], access),
    );
    if (!role) throw new Error(`No role has the permission ${access}.`);
    return { authorization: `Bearer ${await tokenOf(role)}`, 'x-access-reason': reason };
  };

  const pathOf = ({ path, operationId }: Route): string => {
    const example = routeExamples[operationId];
    const params: Readonly<Record<string, unknown>> = {
      ...example?.params,
      ...ids,
      ...special[operationId]?.params,
    };
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    return `${filled}${special[operationId]?.query ?? ''}`;
  };

  /** The body of a response, or the beginning of a live stream. */
  const answerOf = async (response: Response): Promise<string> => {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
    const reader = response.body?.getReader();
    let text = '';
    while (reader && !/event: (answer|completed|tool_confirmation)|^event: heartbeat/m.test(text)) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
      if (!text.includes('id: ') || text.length > 20_000) continue;
      if (response.url.endsWith('/api/stream')) break;
    }
    await reader?.cancel();
    return text;
  };

  const call = async (route: Route, headers: Record<string, string> = {}) => {
    const body = special[route.operationId]?.body ?? routeExamples[route.operationId]?.body;
    const before = await server.application.http.eventStore.head();
    const response = await server.request(pathOf(route), {
      method: route.method,
      headers: {
        ...(await headersFor(route)),
        ...(route.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(route.method === 'POST'
        ? { body: JSON.stringify(typeof body === 'function' ? body() : (body ?? {})) }
        : {}),
    });
    const text = await answerOf(response);
    return { status: response.status, text, readings: await readingsAfter(server, before) };
  };

  /** Parameters where the examples of the documentation do not match the data here. */
  const special: Readonly<Record<string, { params?: Json; query?: string; body?: Json | (() => Json) }>> = {
    getQuery: { params: {} },
    replayStream: { query: '' },
    search: { body: { query: 'Zebulon Quixote ZQ-4711' } },
    AskQuery: { body: () => ({ question: 'Dose of epinephrine for Zebulon Quixote?', subject: person }) },
    listDocuments: { query: '' },
    searchDocuments: { body: { title: 'zebulon' } },
    exportSealedAudit: { query: '' },
    searchFhirProvenance: { query: '?target=document:guideline-hypoglycemia' },
  };

  beforeAll(async () => {
    server = await startInProcess({ environment: { SEAL_EVERY_SECONDS: '1' } });
    routes = apiRoutes(server.application.http);
    const dora = { authorization: `Bearer ${await tokenOf('clinician')}` };
    const job = await server.ingest(
      `<p>Zebulon Quixote, MRN ZQ-4711, is given 0.3 mg of epinephrine.</p>
       <figure><img src="${picture}"><figcaption>The hand of Zebulon Quixote</figcaption></figure>`,
      'Fiddlewick.html',
      {
        containsPhi: 'true',
        title: 'Zebulon Quixote',
      },
    );
    const started = await server.command(
      'StartConversation',
      {
        title: 'Zebulon Quixote',
        subject: person,
        clinicalContext: { patientAge: 40, chiefComplaint: 'Zebulon Quixote faints.' },
      },
      dora,
    );
    const asked = await server.command(
      'AskQuery',
      { question: 'Dose of epinephrine for Zebulon Quixote?', conversationId: started.conversationId },
      { ...dora, prefer: 'wait=20' },
    );
    await server.command(
      'GiveFeedback',
      { queryId: asked.queryId, kind: 'wrong', comment: 'Zebulon Quixote is allergic.' },
      dora,
    );
    await server.command(
      'DisputePhiDetection',
      { queryId: asked.queryId, comment: 'Zebulon Quixote is a drug.' },
      dora,
    );
    const toolCallId = randomUUID();
    await server.application.http.eventStore.append(
      streamIdOf('tool_call', toolCallId),
      [
        {
          id: randomUUID(),
          type: 'ToolCallRequested',
          data: {
            toolCallId,
            tool: 'book_room',
            arguments: { room: 'of Zebulon Quixote' },
            requestedBy: 'dora',
            origin: 'api',
          },
          metadata: {
            correlationId: toolCallId,
            causationId: toolCallId,
            actor: { id: 'dora', role: 'clinician' },
            phi: true,
            subject: `person:${person}`,
          },
        },
        {
          id: randomUUID(),
          type: 'ToolConfirmationRequested',
          data: {
            toolCallId,
            tool: 'book_room',
            arguments: { room: 'of Zebulon Quixote' },
            prompt: 'Book the room of Zebulon Quixote?',
            expiresAt: new Date(Date.now() + 600_000).toISOString(),
          },
          metadata: {
            correlationId: toolCallId,
            causationId: toolCallId,
            actor: { id: 'dora', role: 'clinician' },
            phi: true,
            subject: `person:${person}`,
          },
        },
      ],
      'no-stream',
    );
    await server.settled();
    ids = {
      toolCallId,
      reviewId: `phi-${String(asked.queryId)}`,
      docKey: String(job.docKey),
      version: '1',
      page: '1',
      figure: '1',
      jobId: String(job.jobId),
      queryId: String(asked.queryId),
      conversationId: String(started.conversationId),
      streamId: `query-${String(asked.queryId)}`,
      subject: `person:${person}`,
    };
    const [first] = (await server.application.http.eventStore.readPage(0, 1)).events;
    Object.assign(special, {
      readFhirAuditEvent: { params: { id: first?.id ?? '' } },
      getQuery: { params: { id: ids.queryId } },
      streamQuery: { params: { id: ids.queryId } },
      explainQuery: { params: { id: ids.queryId } },
      getConversation: { params: { id: ids.conversationId } },
      getToolCall: { params: { id: ids.toolCallId } },
      getIndexingJob: { params: { id: ids.jobId } },
      streamIndexingJob: { params: { id: ids.jobId } },
    });
    const officer = { authorization: `Bearer ${await tokenOf('compliance')}` };
    const erased = { subject: 'pat-erased' };
    await server.command('StartConversation', { ...erased, clinicalContext: { patientAge: 40 } }, dora);
    const { erasureId } = await server.command(
      'EraseSubject',
      { ...erased, reason: 'Requested by letter.', basis: 'gdpr_art_17' },
      officer,
    );
    await server.command(
      'ConfirmErasure',
      { ...erased, erasureId },
      { authorization: `Bearer ${await tokenOf('admin')}`, prefer: 'wait=50' },
    );
    const sealed = { params: { id: String(erasureId) } };
    Object.assign(special, { getSealedErasureCertificate: sealed });
    await until('the log is sealed', async () => {
      const path = `/api/erasures/${sealed.params.id}/sealed-certificate`;
      return (await server.request(path, { headers: officer })).status === 200;
    });
  });
  afterAll(() => server.dispose());

  it('that is read records its declared disclosures, with reader and reason, before it answers', async () => {
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const { discloses, operationId } = route;
      const { status, text, readings } = await call(route);
      const types = [...new Set(readings.map(({ type }) => type))];
      if (discloses === 'nothing' || !Array.isArray(discloses)) {
        expect(text, `${operationId} shows what it does not declare`).not.toMatch(secrets);
        expect(types, operationId).toEqual([]);
        continue;
      }
      expect(status, operationId).toBe(200);
      // No confirmation is pending there: that case is tested with questions that call tools.
      const shown = operationId === 'streamQuery' ? ['AnswerRead'] : discloses;
      expect(types, operationId).toEqual(shown);
      for (const { metadata, data } of readings) {
        expect(metadata.actor.id, operationId).toMatch(/^(dora|some-)/);
        expect(data, operationId).toMatchObject({ reason });
      }
    }
  });

  it('that serves document content sends none of it unless the read is recorded', async () => {
    const { eventStore } = server.application.http;
    const append = eventStore.append.bind(eventStore);
    const content = routes.filter(
      ({ method, path, discloses }) =>
        method === 'GET' &&
        ((Array.isArray(discloses) && discloses.includes('DocumentRead')) ||
          (path.startsWith('/api/documents/:docKey/versions/:version/') && discloses !== 'nothing')),
    );
    expect(content.length).toBeGreaterThanOrEqual(7);
    for (const route of content) {
      const { operationId } = route;
      const recorded = vi.spyOn(eventStore, 'append').mockImplementation((streamId, ...rest) => {
        if (streamId !== `access-document-${ids.docKey}`) return append(streamId, ...rest);
        throw new Failure(failure('unavailable', 'The log takes no events.', { component: 'event-store' }));
      });
      try {
        const { status, text, readings } = await call(route);
        expect(status, operationId).toBe(503);
        expect(JSON.parse(text), operationId).toMatchObject({ error: { code: 'unavailable' } });
        expect(text, operationId).not.toMatch(secrets);
        expect(readings, operationId).toEqual([]);
        const attempts = recorded.mock.calls.filter(([streamId]) => streamId.startsWith('access-document-'));
        expect(attempts, operationId).toEqual([
          [expect.anything(), [expect.objectContaining({ type: 'DocumentRead' })], 'any'],
        ]);
      } finally {
        recorded.mockRestore();
      }
      const [reading, ...more] = (await call(route)).readings;
      expect(more, operationId).toEqual([]);
      expect(reading, operationId).toMatchObject({
        type: 'DocumentRead',
        streamId: `access-document-${ids.docKey}`,
        data: { docKey: ids.docKey, version: 1, part: expect.stringMatching(/^(file|text|chunks)$/) },
        metadata: { phi: true, subject: `document:${ids.docKey}` },
      });
    }
  });

  it('that serves document content uses the single recorder of such reads', async () => {
    const folder = join(import.meta.dirname, '../../../read-api');
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const recording: string[] = [];
    for (const name of files)
      if (/type: 'DocumentRead', data/.test(await readFile(join(folder, name), 'utf8'))) recording.push(name);
    expect(recording).toEqual(['routes/record-document-read.ts']);
  });

  it('that shows a patient or a document can be found by the data subject, and is marked as PHI', async () => {
    const persons = [
      'getQuery',
      'streamQuery',
      'getConversation',
      'listConversations',
      'getToolCall',
      'listToolCalls',
      'streamToolCalls',
      'listFeedback',
      'listQueryLog',
      'replayStream',
      'explainQuery',
    ];
    const documents = [
      'getDocument',
      'listDocuments',
      'searchDocuments',
      'listDocumentVersions',
      'listChunks',
      'getDocumentFile',
      'getDocumentPage',
      'getDocumentText',
      'listIndexingJobs',
      'getIndexingJob',
      'search',
    ];
    const recorded = async (operationId: string) => {
      const route = routes.find((some) => some.operationId === operationId);
      if (!route) throw new Error(`There is no ${operationId}.`);
      const { readings } = await call(route);
      return {
        about: readings.flatMap(disclosedSubjects),
        phi: readings.every(({ metadata }) => metadata.phi),
      };
    };
    for (const operationId of persons)
      expect((await recorded(operationId)).about, operationId).toContain(`person:${person}`);
    for (const operationId of documents)
      expect(await recorded(operationId), operationId).toEqual({
        about: expect.arrayContaining([`document:${ids.docKey}`]),
        phi: true,
      });
  });

  it('that is a command discloses only what it declares, even when repeated', async () => {
    for (const route of routes.filter(({ method }) => method === 'POST')) {
      const { discloses, operationId } = route;
      const key = `once-${operationId}`;
      for (const time of [1, 2]) {
        const { status, text, readings } = await call(route, { prefer: 'wait=20', 'idempotency-key': key });
        const types = [...new Set(readings.map(({ type }) => type))];
        const what = `${operationId}, the ${time}. time, answered with ${status}: ${text.slice(0, 300)}`;
        if (types.length === 0) expect(text, what).not.toMatch(secrets);
        if (discloses === 'nothing') expect(types, what).toEqual([]);
        else if (operationId === 'AskQuery' || operationId === 'search')
          expect(types, what).toEqual(discloses);
      }
    }
  });

  it('lets a compliance officer see who has read about a person, and a document', async () => {
    const trail = async (filter: object) => {
      const response = await server.post(
        '/api/audit/entries',
        { limit: 500, ...filter },
        { authorization: `Bearer ${await tokenOf('compliance')}`, 'x-access-reason': reason },
      );
      const { data } = (await response.json()) as {
        data: { entries: { type: string; streamId: string }[] };
      };
      return new Set(data.entries.map(({ type }) => type));
    };
    for (const subject of [person, `person:${person}`]) {
      const types = await trail({ category: 'access', subject });
      for (const type of [
        'AnswerRead',
        'ConversationRead',
        'ConversationsListed',
        'ToolCallRead',
        'ToolCallsListed',
        'FeedbackRead',
        'AuditTrailRead',
      ])
        expect(types).toContain(type);
    }
    const ofDocument = ['DocumentRead', 'CatalogueRead', 'KnowledgeSearched'];
    for (const filter of [{ subject: `document:${ids.docKey}` }, { streamId: `document-${ids.docKey}` }])
      for (const type of ofDocument) expect(await trail(filter)).toContain(type);
    expect(await trail({ streamId: `document-${ids.docKey}` })).toContain('DocumentVersionAdded');
    expect(await trail({ subject: 'document:other' })).not.toContain('DocumentRead');
  });
});
