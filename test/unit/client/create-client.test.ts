import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../client/create-client.ts';
import {
  ConnectionFailure,
  isTransient,
  RefusedRequest,
  UnexpectedAnswer,
} from '../../../client/failures.ts';
import { failureResponse } from '../../../read-api/failure-response.ts';
import { quickenPauses } from '../../support/quick-pauses.ts';

let server: Server | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const serve = async (listener: RequestListener): Promise<string> => {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
};

const token = async (): Promise<string> => 'a-token';
const clientOf = async (listener: RequestListener, retry: 'restarts' | 'limits' = 'limits') =>
  createClient({ url: await serve(listener), token, retry });

const envelope = (data: unknown, metadata: object = {}): string =>
  JSON.stringify({ success: true, data, metadata: { traceId: 't', ...metadata }, timestamp: '' });

const problem = (code: 'unavailable' | 'conflict', retryAfter?: number) => {
  const { status, headers, body } = failureResponse(
    { code, message: 'Not now.', ...(retryAfter === undefined ? {} : { retryAfter }) },
    'trace-7',
    '2026-01-01T00:00:00.000Z',
  );
  return { status, headers, body: JSON.stringify(body) };
};

const failureOf = (call: Promise<unknown>): Promise<unknown> => call.catch((reason: unknown) => reason);
const placed = { streamId: 'document-a', revision: 0, position: 1 };

describe('a server that never finishes its answer', () => {
  /** Sends the beginning of an answer, then a blank at each interval. */
  const trickle =
    (milliseconds: number, beginning: string, piece = ' '): RequestListener =>
    (_request, response) => {
      response.write(beginning);
      const timer = setInterval(() => response.write(piece), milliseconds);
      response.on('close', () => clearInterval(timer));
    };

  it('is given up when the whole answer takes too long, even while bytes arrive', async () => {
    const client = await clientOf(trickle(5, '{"success":true,'));
    const failure = await failureOf(client.get('/api/admin/projections', { total: 200 }));
    expect(failure).toBeInstanceOf(ConnectionFailure);
    expect(failure).toMatchObject({
      kind: 'late',
      message: 'The server did not complete its answer within 0 seconds.',
    });
    expect(isTransient(failure)).toBe(true);
  });

  it('is given up when a download falls silent, and its connection closed', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const client = await clientOf((_request, response) => {
      response.write('a,b\n');
      response.on('close', resolve);
    });
    const call = { query: { format: 'csv' }, idle: 100 } as const;
    const failure = await failureOf(Array.fromAsync(client.download('/api/audit/export', call)));
    expect(failure).toMatchObject({ kind: 'late', message: 'The server sent nothing for 0 seconds.' });
    await closed;
  });

  it('may send a download slowly', async () => {
    let pieces = 0;
    const client = await clientOf((_request, response) => {
      const timer = setInterval(() => {
        pieces += 1;
        if (pieces < 8) response.write('x');
        else response.end();
      }, 50);
      response.on('close', () => clearInterval(timer));
    });
    const call = { query: { format: 'csv' }, idle: 300 } as const;
    expect((await Array.fromAsync(client.download('/api/audit/export', call))).length).toBeGreaterThan(1);
    expect(pieces).toBe(8);
  });

  it('is reconnected to when an event stream shows no sign of life', async () => {
    let connections = 0;
    const client = await clientOf((_request, response) => {
      connections += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`id: ${connections}\n\n`);
    });
    const seen: string[] = [];
    for await (const { id } of client.follow('/api/stream', { idle: 50 })) {
      seen.push(id);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(['1', '2']);
  });
});

describe('a client call', () => {
  it('sends its token, its reason, and path and query parameters, and unwraps the envelope', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push(request.url, request.headers.authorization, request.headers['x-access-reason']);
      response.end(envelope({ streamId: 'query-1', asOf: 4, events: [] }, { nextCursor: 'c' }));
    });
    const client = createClient({ url: `${url}/`, token, reason: 'Prüfung' });
    const { data, metadata } = await client.getAnswer('/api/audit/streams/{streamId}', {
      path: { streamId: 'query-a/b' },
      query: { asOf: undefined, limit: 2 },
    });
    expect(data.asOf).toBe(4);
    expect(metadata.nextCursor).toBe('c');
    expect(seen).toEqual([
      '/api/audit/streams/query-a%2Fb?limit=2',
      'Bearer a-token',
      Buffer.from('Prüfung').toString('latin1'),
    ]);
  });

  it('rejects with the refusal of the server, its code and its requirement', async () => {
    const client = await clientOf((_request, response) => {
      const { status, headers, body } = problem('conflict', 3);
      response.writeHead(status, headers).end(body);
    });
    const failure = await failureOf(client.get('/api/admin/projections'));
    expect(failure).toBeInstanceOf(RefusedRequest);
    expect(failure).toMatchObject({ status: 409, code: 'conflict', retryAfter: 3, traceId: 'trace-7' });
    expect(isTransient(failure)).toBe(false);
  });

  it('rejects an answer of another shape or from another service', async () => {
    const answers = [envelope([{ name: 'x' }]), '{}', '<h1>Hello</h1>'];
    const client = await clientOf((_request, response) => response.end(answers.shift()));
    for (const left of [2, 1, 0]) {
      const failure = await failureOf(client.get('/api/admin/projections'));
      expect(failure).toBeInstanceOf(UnexpectedAnswer);
      expect(failure).toMatchObject({ status: 200, path: '/api/admin/projections' });
      expect(answers).toHaveLength(left);
    }
  });

  it.each([301, 302, 303, 307, 308])(
    'does not follow a redirect with status %i to another host',
    async (status) => {
      const followed: unknown[] = [];
      const elsewhere = createServer((request, response) => {
        followed.push(request.url);
        response.end(envelope({}));
      });
      await new Promise<void>((resolve) => {
        elsewhere.listen(0, '127.0.0.1', resolve);
      });
      const { port } = elsewhere.address() as AddressInfo;
      const client = await clientOf((request, response) => {
        request.resume();
        response.writeHead(status, { location: `http://localhost:${port}${request.url}` }).end();
      });
      try {
        for (const call of [
          client.get('/api/admin/projections'),
          client.post('/api/commands/AskQuery', { body: { question: 'naloxone dose' } }),
        ]) {
          const failure = await failureOf(call);
          expect(failure).toBeInstanceOf(UnexpectedAnswer);
          expect(failure).toMatchObject({ status });
        }
        expect(followed).toEqual([]);
      } finally {
        elsewhere.close();
      }
    },
  );

  it('reads only a bounded part of a refusal', async () => {
    const part = Buffer.alloc(256 * 1024, ' ');
    const client = await clientOf((_request, response) => {
      response.writeHead(500);
      const write = (): void => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', write);
      write();
    });
    const failure = await failureOf(client.get('/api/admin/projections'));
    expect(failure).toBeInstanceOf(UnexpectedAnswer);
    expect(failure).toMatchObject({ status: 500 });
  });

  it('throws the error that explains the failure', async () => {
    const url = await serve((_request, response) => response.writeHead(404).end('<h1>Not here</h1>'));
    const client = createClient({ url, explain: ({ name }) => new Error(`This is ${name}.`) });
    await expect(client.get('/api/admin/projections')).rejects.toThrow('This is UnexpectedAnswer.');
    await expect(Array.fromAsync(client.download('/api/reviews/export'))).rejects.toThrow(
      'This is UnexpectedAnswer.',
    );
  });

  it('distinguishes an abort by the caller from a server that does not answer in time', async () => {
    const url = await serve(() => {});
    const stop = new AbortController();
    const client = createClient({ url, retry: 'limits', signal: stop.signal });
    const late = await failureOf(client.get('/api/admin/projections', { timeout: 50 }));
    expect(late).toMatchObject({ name: 'ConnectionFailure', kind: 'late' });
    expect(isTransient(late)).toBe(true);
    const ended = failureOf(client.get('/api/admin/projections'));
    stop.abort();
    expect(await ended).toMatchObject({ name: 'ConnectionFailure', kind: 'aborted' });
    expect(isTransient(await ended)).toBe(false);
  });

  it('is retried while the server restarts, a command under one key', async () => {
    quickenPauses();
    const keys: unknown[] = [];
    const bodies: string[] = [];
    const client = await clientOf(async (request, response) => {
      keys.push(request.headers['idempotency-key']);
      bodies.push(await text(request));
      if (keys.length === 1) return response.destroy();
      const { status, headers, body } = problem('unavailable', 0.01);
      if (keys.length === 2) return response.writeHead(status, headers).end(body);
      return response.end(envelope({ ...placed, docKey: 'a' }));
    }, 'restarts');
    const answer = await client.post('/api/commands/WithdrawDocument', {
      body: { docKey: 'a', reason: 'Old.' },
    });
    expect(answer.position).toBe(1);
    expect(bodies).toEqual(Array.from({ length: 3 }, () => '{"docKey":"a","reason":"Old."}'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('is not retried when only rate limits are waited for', async () => {
    let calls = 0;
    const client = await clientOf((_request, response) => {
      calls += 1;
      response.destroy();
    });
    expect(await failureOf(client.get('/api/admin/projections'))).toBeInstanceOf(ConnectionFailure);
    expect(calls).toBe(1);
  });

  it('asks a command to wait, and allows the server that time', async () => {
    const seen: unknown[] = [];
    const client = await clientOf((request, response) => {
      seen.push(request.headers.prefer, request.headers['idempotency-key']);
      response.writeHead(202).end(envelope({ ...placed, queryId: '01a20349-b01b-7254-9aab-418fe6c4d6d7' }));
    });
    const body = { question: 'How much?', conversationId: '01a20349-ae4e-78bd-af2a-a65dfda338ef' };
    const answer = await client.post('/api/commands/AskQuery', { body, wait: 5 });
    expect('status' in answer).toBe(false);
    expect(answer.queryId).toBe('01a20349-b01b-7254-9aab-418fe6c4d6d7');
    expect(seen).toEqual(['wait=5', undefined]);
  });
});

describe('streamed results of the client', () => {
  it('are rejected when their connection broke', async () => {
    const client = await clientOf((_request, response) => {
      response.write('{"position":1}\n');
      setTimeout(() => response.destroy(), 20);
    });
    const failure = await failureOf(Array.fromAsync(client.download('/api/reviews/export')));
    expect(failure).toMatchObject({ name: 'ConnectionFailure', kind: 'broken' });
  });

  it('arrive line by line, each in its documented shape', async () => {
    const end = '{"kind":"end"}\n';
    const answers = [
      `{"kind":"finding","check":"disk","severity":"ok","message":"42 GB."}\n${end}`,
      '{"kind":"x"}\n',
      '{"ki',
    ];
    const client = await clientOf((_request, response) => response.end(answers.shift()));
    const examine = () =>
      Array.fromAsync(client.lines('/api/admin/doctor', { body: { deep: false, repair: false } }));
    expect((await examine()).map(({ kind }) => kind)).toEqual(['finding', 'end']);
    expect(await failureOf(examine())).toBeInstanceOf(UnexpectedAnswer);
    expect(await failureOf(examine())).toBeInstanceOf(UnexpectedAnswer);
  });

  it('follow a link of an answer, with its other query parameters', async () => {
    const seen: unknown[] = [];
    const client = await clientOf((request, response) => {
      seen.push(request.url);
      response.setHeader('X-Highlight', 'marked').end('png');
    });
    const { headers, bytes } = await client.openLink(
      '/api/documents/a/versions/1/pages/2/image?lines=3-5%2C7',
      {
        query: { width: 800 },
      },
    );
    expect(headers.get('x-highlight')).toBe('marked');
    expect(Buffer.concat(await Array.fromAsync(bytes)).toString()).toBe('png');
    expect(seen).toEqual(['/api/documents/a/versions/1/pages/2/image?lines=3-5%2C7&width=800']);
  });

  it.each(['.example.org/x', '0/x', '@example.org/x', 'x'])('do not follow the link %j', async (link) => {
    let requests = 0;
    const client = await clientOf((_request, response) => {
      requests += 1;
      response.end('png');
    });
    expect(await failureOf(client.openLink(link))).toBeInstanceOf(UnexpectedAnswer);
    expect(requests).toBe(0);
  });
});

describe('an event stream that the client follows', () => {
  const path = { id: '01a20349-b01b-7254-9aab-418fe6c4d6d7' };
  const draft = (id: string, words: string): string =>
    `id: ${id}\nevent: draft\ndata: ${JSON.stringify({ attempt: 1, from: 0, text: words })}\n\n`;

  it('resumes over another connection, and ends with the last event', async () => {
    quickenPauses();
    const resumedFrom: unknown[] = [];
    let disconnections = 0;
    const client = await clientOf((request, response) => {
      resumedFrom.push(request.headers['last-event-id']);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (resumedFrom.length > 1) return response.end(draft('7.9', 'Give oxygen.'));
      response.write(draft('7.4', 'Give'));
      return setTimeout(() => response.destroy(), 20);
    });
    const events = await Array.fromAsync(
      client.follow('/api/queries/{id}/stream', {
        path,
        lastEventId: '7',
        connections: 2,
        onDisconnected: () => {
          disconnections += 1;
        },
      }),
    );
    expect(events.flatMap(({ event }) => (event?.kind === 'draft' ? [event.data.text] : []))).toEqual([
      'Give',
      'Give oxygen.',
    ]);
    expect(resumedFrom).toEqual(['7', '7.4']);
    expect(disconnections).toBe(2);
  });

  it('reports unreadable events by their names only', async () => {
    const client = await clientOf((_request, response) =>
      response.end(
        `id: 1\nevent: draft\ndata: {"attempt":"first"}\n\nevent: news\ndata: {}\n\nevent: draft\ndata: {\n\n`,
      ),
    );
    const events = await Array.fromAsync(client.follow('/api/queries/{id}/stream', { path, connections: 1 }));
    expect(events).toEqual([
      { id: '1' },
      { id: '1', event: { kind: 'unreadable', name: 'draft' } },
      { id: '1', event: { kind: 'unreadable', name: 'news' } },
      { id: '1', event: { kind: 'unreadable', name: 'draft' } },
    ]);
  });

  it('rejects with a client error when an event is too long', async () => {
    const client = await clientOf((_request, response) => {
      response.end(`data: ${'x'.repeat(1024 * 1024 + 1)}`);
    });
    const events = client.follow('/api/queries/{id}/stream', { path: { id: 'q' }, connections: 1 });
    expect(await failureOf(events.next())).toBeInstanceOf(UnexpectedAnswer);
  });

  it('is abandoned when the server refuses it', async () => {
    let calls = 0;
    const client = await clientOf((_request, response) => {
      calls += 1;
      const { status, headers, body } = problem('conflict');
      response.writeHead(status, headers).end(body);
    });
    const failure = await failureOf(Array.fromAsync(client.follow('/api/queries/{id}/stream', { path })));
    expect(failure).toBeInstanceOf(RefusedRequest);
    expect(calls).toBe(1);
  });
});

describe('an upload of the client', () => {
  it('is a form with a content length, and reports its progress', async () => {
    const forms: Promise<FormData>[] = [];
    let announced = 0;
    const client = await clientOf((request, response) => {
      announced = Number(request.headers['content-length']);
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const headers = { 'content-type': request.headers['content-type'] ?? '' };
        forms.push(new Response(Buffer.concat(pieces), { headers }).formData());
        const ids = { docKey: 'a', version: 1, jobId: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d' };
        response.end(envelope({ ...placed, ...ids, unchanged: false }));
      });
    });
    const upload = {
      file: new Blob(['x'.repeat(300_000)]),
      fileName: 'Ärger "1".txt',
      input: { sourceType: 'note' },
      idempotencyKey: 'k',
    } as const;
    let sent = 0;
    const onBytes = (bytes: number): void => {
      sent = bytes;
    };
    for (const call of [{ ...upload, onBytes }, upload]) {
      expect((await client.upload(call)).docKey).toBe('a');
      expect(announced).toBeGreaterThan(300_000);
      const form = await forms.shift();
      expect(form?.get('command')).toBe('{"sourceType":"note"}');
      const file = form?.get('file');
      if (!(file instanceof File)) throw new Error('Expected a file.');
      expect([file.name, file.size]).toEqual(['Ärger "1".txt', 300_000]);
    }
    expect(sent).toBe(announced);
  });
});
