import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN } from '../../support/http-client.ts';

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Sends bytes and reads until the server closes the connection. */
const exchange = (bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(api.port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (part) => {
      answer += part.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

const auth = `Authorization: Bearer ${ADMIN_TOKEN}\r\n`;
const close = 'Connection: close\r\n';

/** The parts of a response that a caller can act on. */
const readAnswer = (answer: string) => {
  const [head = '', content = ''] = answer.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    type: /^content-type: (\S+)/im.exec(head)?.[1],
    nosniff: /^x-content-type-options: nosniff/im.test(head),
    allow: /^allow: (.*)$/im.exec(head)?.[1],
    problem: JSON.parse(content || 'null'),
  };
};

describe('an unroutable request', () => {
  it.each([
    ['an unknown expectation', `GET /health/live HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n${close}\r\n`, 417],
    ['no Host', `GET /health/live HTTP/1.1\r\n${close}\r\n`, 400],
    ['two Hosts', `GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n${close}\r\n`, 400],
    [
      'more than a hundred headers',
      `GET /health/live HTTP/1.1\r\nHost: a\r\n${'X-A: 1\r\n'.repeat(101)}\r\n`,
      431,
    ],
    [
      'headers of more than 16 KB',
      `GET /health/live HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`,
      431,
    ],
    ['a target of more than 16 KB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['a line that is not HTTP', 'EHLO mail.example.org\r\n\r\n', 400],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['an unknown version', 'GET / HTTP/7.3\r\nHost: a\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n', 400],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na', 400],
    [
      'a length next to chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', 405],
  ])('is refused with a problem document: %s', async (_, bytes, status) => {
    const { problem, ...answer } = readAnswer(await exchange(bytes));
    expect(answer).toMatchObject({ status, type: 'application/problem+json', nosniff: true });
    expect(problem).toMatchObject({
      status,
      success: false,
      error: { code: expect.any(String), message: expect.stringMatching(/^[A-Z].*\.$/) },
      metadata: { traceId: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
  });

  it.each([
    ['a path that is not UTF-8', 'GET /api/documents/%E0%A4%A HTTP/1.1'],
    ['a path that climbs up', 'GET /api/documents/../../etc/passwd HTTP/1.1'],
    ['a path with an encoded slash', 'GET /api/documents/a%2F..%2Fb HTTP/1.1'],
    ['the target *', 'OPTIONS * HTTP/1.1'],
    ['a method that changes something', 'DELETE /api/documents HTTP/1.1'],
    ['TRACE', 'TRACE /api/documents HTTP/1.1'],
    ['a target with a host', 'GET http://elsewhere.example/api/nothing HTTP/1.1'],
    ['an upgrade', 'GET /api/nothing HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade, close'],
  ])('is refused with a problem document after parsing: %s', async (_, line) => {
    const { problem, ...answer } = readAnswer(
      await exchange(`${line}\r\nHost: a\r\n${auth}${line.includes('Connection') ? '' : close}\r\n`).then(
        (text) => text.replace(/\r\n\r\n[0-9a-f]+\r\n/, '\r\n\r\n'),
      ),
    );
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer).toMatchObject({ type: 'application/problem+json', nosniff: true });
    expect(problem.error.code).toEqual(expect.any(String));
  });

  it('is accepted over HTTP/1.0, which has no Host', async () => {
    expect(await exchange(`GET /health/live HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a known path', () => {
  it('answers another method with 405 and the allowed ones, only to callers with a token', async () => {
    const put = await fetch(`${api.url}/api/conversations`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    expect(put.status).toBe(405);
    expect(put.headers.get('allow')).toBe('GET, HEAD');
    expect((await fetch(`${api.url}/api/conversations`, { method: 'PUT' })).status).toBe(401);
  });

  it('that is public gives that answer to anyone, whatever their token', async () => {
    for (const headers of [{}, { authorization: 'Bearer ended' }]) {
      const post = await fetch(`${api.url}/health/ready`, { method: 'POST', headers });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('a number in a URL or a header', () => {
  it.each(['+1', '1.0', '01', '1e0', ' 1', '0x1', '١', '-0', ''])('is not written as %j', async (text) => {
    const written = encodeURIComponent(text);
    for (const path of [
      `/api/documents/note-1/versions/${written}/chunks`,
      `/api/documents/note-1/versions/${written}/text`,
      `/api/documents/note-1/versions/1/pages/${written}`,
      `/api/documents?limit=${written}`,
      `/api/documents?after=${written}`,
      `/api/stream?lastEventId=${written}`,
      `/api/audit/export?from=${written}`,
    ])
      expect([400, 404, 405], path).toContain((await api.get(path)).status);
  });

  it.each(['+1', '1.0', '01', '1, 2', '9999999999999999'])(
    'is not written as %j in a header either',
    async (text) => {
      const status = async (path: string, name: string) =>
        (await api.get(path, { headers: { [name]: text } })).status;
      expect(await status('/api/documents', 'X-After-Position')).toBe(400);
      expect(await status('/api/stream', 'Last-Event-ID')).toBe(400);
      const command = await api.post(
        '/api/commands/StartConversation',
        {},
        { headers: { 'if-match': `"${text}"` } },
      );
      expect(command.status).toBe(400);
    },
  );
});

describe('unknown field names from callers', () => {
  const name = 'JaneDoe_MRN12345678';
  it('are not repeated, from any part of the request', async () => {
    const ask = '/api/commands/AskQuery';
    const answers = [
      await api.post(ask, { question: 'Why?', [name]: 1 }),
      await api.post(ask, { question: 'Why?', filters: { [name]: 1 } }),
      await api.post(ask, { question: 'Why?', clinicalContext: { [name]: { [name]: 1 } } }),
      await api.post(ask, { question: 'Why?', [name]: { constructor: 1 } }),
      await api.post(ask, { question: 'Why?', [name]: '\0' }),
      await api.get(`/api/documents?${name}=1`),
      await api.get(`/api/documents?${name}=%00`),
      await api.upload('/api/commands/IngestDocument', { name: 'a.txt', content: 'a' }, [[name, 'x']]),
      await api.upload('/api/commands/IngestDocument', { name: 'a.txt', content: 'a' }, [
        [`metadata.${name}`, 'x'],
        [`metadata.${name}.a`, 'x'],
      ]),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(answer.body.error.details.issues.length).toBeGreaterThan(0);
      expect(answer.text).not.toContain('Jane');
    }
    expect(api.logLines.join('')).not.toContain('JaneDoe');
  });

  it('are compared with the known ones, to detect a typo', async () => {
    const answer = await api.post('/api/commands/AskQuery', { qestion: 'Why?' });
    expect(answer.body.error.details.issues).toContainEqual({
      path: 'qestion',
      message: 'Unknown field; did you mean question?',
    });
  });
});

describe('a form', () => {
  const send = (name: string, end = '\r\n--xx--\r\n') =>
    fetch(`${api.url}/api/commands/IngestDocument`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        'content-type': 'multipart/form-data; boundary=xx',
      },
      body: `--xx\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nGive oxygen.${end}`,
    });
  const messageOf = async (response: Response) =>
    ((await response.json()) as { error: { message: string } }).error.message;

  it('with a control character in a file name is refused with a message that says so', async () => {
    for (const character of ['\u001b', '\u0000', '\u007f']) {
      const response = await send(`a${character}[31m.txt`);
      expect(response.status).toBe(400);
      expect(await messageOf(response)).toContain('must not contain control characters');
    }
  });

  it('that breaks off is refused with another message', async () => {
    const response = await send('a.txt', '');
    expect(response.status).toBe(400);
    expect(await messageOf(response)).toContain('ends before its last boundary');
  });
});
