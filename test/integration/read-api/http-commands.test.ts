import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureCodes } from '../../../domain/kernel/failure.ts';
import { statusOfFailure } from '../../../read-api/failure-response.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN } from '../../support/http-client.ts';

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi({ limits: { maxFileBytes: 100_000, maxJsonBytes: 20_000 } });
});
afterAll(() => api[Symbol.asyncDispose]());

const START = '/api/commands/StartConversation';
const markdown = { name: 'dir/Sample Protocol.md', content: '# Sample\n\nSome text.' };

describe('a command over HTTP', () => {
  it('answers in the envelope with the stream, the revision and the position reached', async () => {
    const answer = await api.post(START, {});
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      data: { streamId: `conversation-${answer.body.data.conversationId}`, revision: 0 },
      metadata: { traceId: answer.headers.get('x-trace-id') },
    });
    expect(answer.body.data.position).toBe(await api.eventStore.head());
    expect(new Date(answer.body.timestamp).toISOString()).toBe(answer.body.timestamp);
  });

  it('accepts a question under the name in the requirements, but not under both names', async () => {
    const asked = await api.post('/api/commands/AskQuery', { query: 'How much epinephrine?' });
    expect(asked.status).toBe(202);
    const { body } = await api.get(
      `/api/queries/${asked.body.data.queryId}?after=${asked.body.data.position}`,
    );
    expect(body.data.question).toBe('How much epinephrine?');
    const theirs = {
      query: 'How much epinephrine?',
      clinical_context: { patient_age: 4, specialty: 'emergency_medicine' },
      filters: { source_type: ['protocol'], drug_name: 'epinephrine', state_code: 'ca' },
    };
    expect((await api.post('/api/commands/AskQuery', theirs)).status).toBe(202);
    const both = { question: 'How much epinephrine?', query: 'How much morphine?' };
    expect((await api.post('/api/commands/AskQuery', both)).status).toBe(400);
  });

  it('answers 202 with a Location when it starts a process', async () => {
    const answer = await api.post('/api/commands/AskQuery', { question: 'How much epinephrine?' });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/api/queries/${answer.body.data.queryId}`);
  });

  it('records who sent the command, in which role, from where and in which trace', async () => {
    const token = await api.tokenFor('svc-1', ['service', 'clinician'], { act: { sub: 'voice-agent' } });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const answer = await api.post(
      START,
      {},
      {
        token,
        headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'user-agent': 'a-test' },
      },
    );
    expect(answer.headers.get('x-trace-id')).toBe(traceId);
    const [event] = await Array.fromAsync(api.eventStore.readStream(answer.body.data.streamId));
    expect(event?.metadata).toMatchObject({
      actor: { id: 'voice-agent', role: 'service', onBehalfOf: 'svc-1' },
      client: { ip: '127.0.0.1', userAgent: 'a-test' },
    });
    expect(event?.metadata.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(event?.metadata.traceparent).not.toContain('00f067aa0ba902b7');
  });

  it('refuses a stale If-Match with a conflict that names the actual revision', async () => {
    const { conversationId } = (await api.post(START, {})).body.data;
    const change = { conversationId, clinicalContext: { patientAge: 7 } };
    const set = '/api/commands/SetClinicalContext';
    expect((await api.post(set, change, { headers: { 'if-match': '"0"' } })).status).toBe(200);
    const stale = await api.post(set, change, { headers: { 'if-match': '"0"' } });
    expect(stale.status).toBe(409);
    expect(stale.body.error).toMatchObject({ code: 'conflict', details: { expected: 0, actual: 1 } });
    expect((await api.post(set, change, { headers: { 'if-match': 'W/"1"' } })).status).toBe(400);
  });
});

describe('a refused request', () => {
  it('is answered with our envelope and a problem document in one', async () => {
    const answer = await api.post(START, { title: 7 });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({
      type: 'urn:anamnesis:problem:validation_error',
      status: 400,
      detail: answer.body.error.message,
      success: false,
      error: { code: 'validation_error', details: { issues: [{ path: 'title' }] } },
      metadata: { traceId: answer.headers.get('x-trace-id') },
    });
  });

  it('names the invalid fields and never repeats their values', async () => {
    const secretive = 'Jane Doe, MRN 12345678';
    const answer = await api.post('/api/commands/AskQuery', {
      question: 5,
      filters: { stateCode: secretive },
      [secretive]: true,
      limit: 0,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      '*',
      'filters.stateCode',
      'limit',
      'question',
    ]);
    expect(answer.text).not.toContain('Jane');
  });

  it('gets 404 for an unknown command and an unknown route, and learns the method that would work', async () => {
    expect((await api.post('/api/commands/DropEverything', {})).status).toBe(404);
    expect((await api.get('/api/nothing')).status).toBe(404);
    const wrongMethod = await api.get(START);
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get('allow')).toBe('POST');
    expect(wrongMethod.body.error).toMatchObject({
      code: 'method_not_allowed',
      details: { allow: ['POST'] },
    });
    const wrongRead = await api.post('/api/tools', {});
    expect(wrongRead.headers.get('allow')).toBe('GET, HEAD');
    expect((await api.get(START, { token: null })).status).toBe(401);
  });

  it('gets 401 without a token, with a forged one, and on unknown routes too', async () => {
    const none = await api.post(START, {}, { token: null });
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toContain('Bearer');
    expect((await api.post(START, {}, { token: 'forged' })).status).toBe(401);
    expect((await api.get('/api/nothing', { token: null })).status).toBe(401);
    expect((await api.get('/metrics', { token: null })).status).toBe(401);
    expect((await api.get('/openapi.json', { token: null })).status).toBe(200);
  });

  it('gets 403 when the roles lack the permission', async () => {
    const token = await api.tokenFor('doc', ['clinician']);
    const answer = await api.post('/api/commands/ResetProjection', { projection: 'documents' }, { token });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({
      code: 'permission_denied',
      details: { permission: 'projections:reset' },
    });
  });

  it('gets 400 for invalid JSON, 415 for another content type, 413 for an oversized body', async () => {
    expect((await api.post(START, '{"title":')).status).toBe(400);
    expect((await api.post(START, '')).status).toBe(400);
    expect((await api.post(START, '{}', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await api.post(START, '{}', { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
    expect((await api.post(START, { title: 'x'.repeat(30_000) })).status).toBe(413);
    expect((await api.post('/api/commands/IngestDocument', {})).status).toBe(415);
  });

  it('cannot reach a prototype, store unsupported characters, or nest without limit', async () => {
    expect((await api.post(START, '{"__proto__":{"polluted":true}}')).status).toBe(400);
    expect((await api.post(START, '{"constructor":{"prototype":{"polluted":true}}}')).status).toBe(400);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect((await api.post(START, { title: 'a\0b' })).status).toBe(400);
    expect((await api.post(START, '{"title":"\\ud800"}')).status).toBe(400);
    expect((await api.post(START, `${'['.repeat(5000)}${']'.repeat(5000)}`)).status).toBe(400);
    expect((await api.get('/api/documents?agency=%00')).status).toBe(400);
  });

  it('has one status for each failure code', () => {
    expect(Object.keys(statusOfFailure).toSorted()).toEqual([...failureCodes].toSorted());
  });

  it('gets a proper answer even when it is not HTTP', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(api.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toContain('400 Bad Request');
    expect(answer).toContain('"code":"validation_error"');
  });
});

describe('an uploaded file', () => {
  const ingest = '/api/commands/IngestDocument';
  const fields = [
    ['sourceType', 'protocol'],
    ['specialty', 'emergency_medicine'],
    ['publicationYear', '2024'],
    ['containsPhi', 'false'],
  ] as const;

  it('is stored with plain form fields, whose texts are parsed into the expected types', async () => {
    const answer = await api.upload(ingest, markdown, fields);
    expect(answer.body).toMatchObject({ success: true });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/api/admin/kb/jobs/${answer.body.data.jobId}`);
    const [event] = await Array.fromAsync(api.eventStore.readStream(answer.body.data.streamId));
    expect(event?.data).toMatchObject({
      fileName: 'Sample Protocol.md',
      metadata: { specialty: ['emergency_medicine'], publicationYear: 2024, containsPhi: false },
    });
  });

  it('may be described by one JSON field', async () => {
    const command = JSON.stringify({ docKey: 'note-one', sourceType: 'note', specialty: ['cardiology'] });
    const answer = await api.upload(ingest, markdown, [['command', command]]);
    expect(answer.status).toBe(202);
    expect(answer.body.data.docKey).toBe('note-one');
  });

  it('may be described by the names in the requirements, with properties in one field', async () => {
    const answer = await api.upload(ingest, markdown, [
      ['doc_key', 'formulary-metformin'],
      ['source_type', 'drug_formulary'],
      ['metadata', '{"drug_class": "biguanide", "last_updated": "2024-01-10", "agency_id": "2701"}'],
    ]);
    expect(answer.status).toBe(202);
    expect(answer.body.data.docKey).toBe('formulary-metformin');
    const [event] = await Array.fromAsync(api.eventStore.readStream(answer.body.data.streamId));
    expect(event?.data).toMatchObject({
      metadata: {
        sourceType: 'drug_formulary',
        drugClass: ['biguanide'],
        lastUpdated: '2024-01-10',
        agencyId: '2701',
      },
    });
    const reaching = await api.upload(ingest, markdown, [...fields, ['metadata', '{"__proto__": {"a": 1}}']]);
    expect(reaching.status).toBe(400);
    const unknown = await api.upload(ingest, markdown, [...fields, ['metadata', '{"colour": "red"}']]);
    expect(unknown.status).toBe(400);
  });

  it('is refused without its part, with an invalid field, and with names that reach for prototypes', async () => {
    const missing = await api.upload(ingest, undefined, fields);
    expect(missing.body.error).toMatchObject({
      code: 'validation_error',
      details: { issues: [{ path: 'file' }] },
    });
    const wrong = await api.upload(ingest, markdown, [['sourceType', 'gossip']]);
    expect(wrong.body.error.details.issues[0]).toMatchObject({ path: 'sourceType' });
    expect((await api.upload(ingest, markdown, [...fields, ['__proto__.polluted', '1']])).status).toBe(400);
    expect((await api.upload(ingest, markdown, [...fields, ['a.constructor.b', '1']])).status).toBe(400);
  });

  it('over the limit gets 413 before it is fully sent, and leaves nothing behind', async () => {
    const before = await readdir(api.blobFolder, { recursive: true });
    const boundary = 'b0undary';
    const answer = await new Promise<{ text: string; sent: number }>((resolve) => {
      const socket = connect(api.port, '127.0.0.1');
      let text = '';
      let sent = 0;
      const total = 30_000_000;
      const part = Buffer.alloc(64 * 1024, 'x');
      socket.write(
        `POST ${ingest} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n` +
          `Content-Type: multipart/form-data; boundary=${boundary}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
      socket.write(`${head.length.toString(16)}\r\n${head}\r\n`);
      const push = (): void => {
        while (text === '' && sent < total) {
          sent += part.length;
          socket.write(`${part.length.toString(16)}\r\n`);
          socket.write(part);
          if (!socket.write('\r\n')) {
            socket.once('drain', push);
            return;
          }
        }
      };
      socket.on('data', (data) => {
        text += data;
        if (text.includes('payload_too_large')) {
          socket.destroy();
          resolve({ text, sent });
        }
      });
      push();
    });
    expect(answer.text).toContain('HTTP/1.1 413');
    expect(answer.sent).toBeLessThan(30_000_000);
    expect(await readdir(api.blobFolder, { recursive: true })).toEqual(before);
  });

  it('leaves nothing behind when its command is refused, and never removes the content of an accepted one', async () => {
    const stored = () => readdir(api.blobFolder, { recursive: true });
    const send = (content: string, more: readonly (readonly [string, string])[], headers = {}) =>
      api.upload(ingest, { name: 'dose.md', content }, [...fields, ...more], { headers });
    const docKey = ['docKey', 'guideline-refused'] as const;
    const before = await stored();
    expect((await send('Refused for a field.', [['effectiveDate', 'long ago']])).status).toBe(400);
    expect((await send('Refused for its key.', [['docKey', 'a/b']])).status).toBe(400);
    const unknown = await api.upload(ingest, { name: 'dose.exe', content: 'Refused for its kind.' }, fields);
    expect(unknown.status).toBe(415);
    expect((await send('Refused for its revision.', [docKey], { 'If-Match': '"7"' })).status).toBe(409);
    expect(await stored()).toEqual(before);

    const content = 'Give 1 g by mouth, which two people send at once.';
    const [refused, accepted] = await Promise.all([
      send(content, [['effectiveDate', 'long ago']]),
      send(content, [docKey], { 'Idempotency-Key': 'kept-once' }),
    ]);
    expect([refused.status, accepted.status]).toEqual([400, 202]);
    const after = await stored();
    // The accepted file, sealed: its address reveals nothing of its content.
    const isBlob = (path: string): boolean => /^[0-9a-f]{2}.[0-9a-f]{64}$/.test(path);
    expect(after.filter(isBlob)).toHaveLength(before.filter(isBlob).length + 1);
    const another = await send('Another text.', [docKey], { 'Idempotency-Key': 'kept-once' });
    expect(another.status).toBe(422);
    const repeated = await send(content, [docKey], { 'Idempotency-Key': 'kept-once' });
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(await stored()).toEqual(after);
  });

  it('over the limit by its announced length is refused immediately', async () => {
    const answer = await api.upload(ingest, { name: 'a.txt', content: new Uint8Array(400_000) }, fields);
    expect(answer.status).toBe(413);
    expect(answer.body.error.details.limit).toBeGreaterThan(0);
  });

  it('that breaks off leaves nothing behind', async () => {
    const before = await readdir(api.blobFolder, { recursive: true });
    await new Promise<void>((resolve) => {
      const socket = connect(api.port, '127.0.0.1', () => {
        socket.write(
          `POST ${ingest} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n` +
            'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n' +
            '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of',
        );
        setTimeout(() => socket.destroy(), 100);
      });
      socket.on('close', () => resolve());
    });
    await expect.poll(() => readdir(api.blobFolder, { recursive: true })).toEqual(before);
  });
});

describe('the trace of requests', () => {
  it('is one log line each, with the route pattern and the trace id, without content', async () => {
    const question = 'Is Jane Doe allergic to penicillin?';
    const answer = await api.post('/api/commands/AskQuery', { question });
    await api.get(`/api/queries/${answer.body.data.queryId}?after=0`);
    await expect
      .poll(() => api.logLines.filter((line) => line.includes('/api/queries/:id"')).length)
      .toBeGreaterThan(0);
    const line = api.logLines.find((text) => text.includes(answer.headers.get('x-trace-id') ?? 'none'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      method: 'POST',
      route: '/api/commands/AskQuery',
      status: 202,
    });
    const all = api.logLines.join('');
    expect(all).not.toContain('Jane');
    expect(all).not.toContain('after=0');
    expect(all).not.toContain(ADMIN_TOKEN);
    expect(all).not.toContain(answer.body.data.queryId);
  });

  it('is a measurement by route, method and status class', async () => {
    await api.get('/health/live', { token: null });
    const rendered = (await api.get('/metrics')).text;
    expect(rendered).toContain(
      'anamnesis_http_request_duration_seconds_count{method="GET",route="/health/live",status="2xx"} 1',
    );
    expect(rendered).toContain('anamnesis_http_requests_in_flight');
  });
});
