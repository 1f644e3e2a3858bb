import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createApiClient } from '../../../cli/api/api-client.ts';
import { isTransient } from '../../../cli/api/api-failure.ts';
import { collectPages } from '../../../cli/api/collect-pages.ts';
import { readEventStream } from '../../../cli/api/read-event-stream.ts';
import { sendRequest } from '../../../cli/api/send-request.ts';
import { CliError } from '../../../cli/cli-error.ts';
import { failureResponse } from '../../../read-api/failure-response.ts';

let server: Server | undefined;
afterEach(() => {
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
const never = new AbortController().signal;
const clientOf = async (listener: RequestListener) =>
  createApiClient({ url: await serve(listener), token }, never);

const errorOf = async (promise: Promise<unknown>): Promise<CliError> => {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof CliError)) throw new Error('Expected a CliError.');
  return error;
};

describe('the API client', () => {
  it('turns a refusal of the server into its sentence with the fields that are wrong', async () => {
    const client = await clientOf((_request, response) => {
      const { status, headers, body } = failureResponse(
        {
          code: 'validation_error',
          message: 'The body is not valid.',
          details: { issues: [{ path: 'filters.specialty', message: 'is unknown' }] },
        },
        't1',
        '2026-01-01T00:00:00.000Z',
      );
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
    const error = await errorOf(client.search({ query: 'x' }));
    expect(error.message).toBe('The body is not valid.\n  filters.specialty: is unknown');
    expect(error.exitCode).toBe(1);
    expect(isTransient(error)).toBe(false);
  });

  it('names the trace of a failure of the server itself, and knows which may pass', async () => {
    const client = await clientOf((_request, response) => {
      const { status, headers, body } = failureResponse(
        { code: 'unavailable', message: 'Not now.', retryAfter: 1 },
        'trace-7',
        '2026-01-01T00:00:00.000Z',
      );
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
    const error = await errorOf(client.projections());
    expect(error.message).toBe('Not now. (trace id trace-7)');
    expect(isTransient(error)).toBe(true);
  });

  it('waits as long as a limit of the user asks and sends the request again; other refusals it tells at once', async () => {
    let answers = 0;
    const limited = (limit: string) =>
      failureResponse(
        { code: 'rate_limit_exceeded', message: 'Too often.', details: { limit }, retryAfter: 0.2 },
        't1',
        '2026-01-01T00:00:00.000Z',
      );
    const times: number[] = [];
    const client = await clientOf((request, response) => {
      answers += 1;
      times.push(performance.now());
      request.resume();
      const { status, headers, body } = limited(
        request.url === '/api/search' ? 'searches' : 'failed-sign-ins',
      );
      if (answers === 2) response.writeHead(404).end('<h1>Not here</h1>');
      else response.writeHead(status, headers).end(JSON.stringify(body));
    });
    // The second answer is the one that shows that it was asked again.
    expect((await errorOf(client.search({ query: 'x' }))).message).toContain(
      'not as an Anamnesis server does',
    );
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(200);
    expect((await errorOf(client.projections())).message).toBe('Too often.');
    expect(answers).toBe(3);
  });

  it('says that an address belongs to something else', async () => {
    const client = await clientOf((_request, response) => response.writeHead(404).end('<h1>Not here</h1>'));
    expect((await errorOf(client.projections())).message).toContain('not as an Anamnesis server does');
  });

  it('does not take an answer of an unknown shape for a good one', async () => {
    const client = await clientOf((_request, response) =>
      response.end(JSON.stringify({ success: true, data: [{ name: 'x' }], metadata: {} })),
    );
    const error = await errorOf(client.projections());
    expect(error.message).toContain('is not what was expected');
    expect(error.hint).toContain('same version');
  });

  it('sends its token and the fields of a query', async () => {
    const seen: unknown[] = [];
    const client = await clientOf((request, response) => {
      seen.push(request.url, request.headers.authorization);
      response.end(JSON.stringify({ success: true, data: [], metadata: { nextCursor: 'c' } }));
    });
    expect(await client.jobs({ state: 'FAILED', limit: 2 })).toEqual({ items: [], nextCursor: 'c' });
    expect(seen).toEqual(['/api/admin/kb/jobs?state=FAILED&limit=2', 'Bearer a-token']);
  });

  it('gives up on a server that does not answer in time', async () => {
    const url = await serve(() => {});
    const request = { method: 'GET', path: '/x', timeout: 100, signal: never } as const;
    const error = await errorOf(sendRequest({ url, token }, request));
    expect(error.message).toContain('did not answer within');
    expect(isTransient(error)).toBe(true);
  });

  it('ends with "interrupted" when the person does not want to wait any more', async () => {
    const url = await serve(() => {});
    const stop = new AbortController();
    const waiting = errorOf(sendRequest({ url, token }, { method: 'GET', path: '/x', signal: stop.signal }));
    stop.abort();
    expect((await waiting).exitCode).toBe(130);
  });

  it('does not take an export that broke off for a whole one', async () => {
    const client = await clientOf((_request, response) => {
      response.write('{"position":1}\n');
      setTimeout(() => response.destroy(), 20);
    });
    const error = await errorOf(Array.fromAsync(client.exportAudit({ format: 'ndjson' })));
    expect(error.message).toContain('broke');
  });

  it('streams a file as a form, with its length and the progress', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-upload-'));
    try {
      const path = join(folder, 'a.txt');
      await writeFile(path, 'x'.repeat(300_000));
      const parts: Promise<FormData>[] = [];
      let announced = 0;
      const client = await clientOf((request, response) => {
        announced = Number(request.headers['content-length']);
        const pieces: Buffer[] = [];
        request.on('data', (piece: Buffer) => pieces.push(piece));
        request.on('end', () => {
          const headers = { 'content-type': request.headers['content-type'] ?? '' };
          parts.push(new Response(Buffer.concat(pieces), { headers }).formData());
          const data = {
            streamId: 'document-a',
            revision: 0,
            position: 1,
            docKey: 'a',
            version: 1,
            jobId: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
            unchanged: false,
          };
          response.end(JSON.stringify({ success: true, data, metadata: {} }));
        });
      });
      let sent = 0;
      const answer = await client.ingest({
        path,
        fileName: 'Ärger "1".txt',
        input: { sourceType: 'note' },
        idempotencyKey: 'k',
        onBytes: (bytes) => {
          sent = bytes;
        },
      });
      expect(answer.docKey).toBe('a');
      expect(sent).toBe(announced);
      expect(announced).toBeGreaterThan(300_000);
      const form = await parts[0];
      expect(form?.get('command')).toBe('{"sourceType":"note"}');
      const file = form?.get('file');
      if (!(file instanceof File)) throw new Error('Expected a file.');
      expect([file.name, file.size]).toEqual(['Ärger "1".txt', 300_000]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a list that is longer than a page', () => {
  it('is read page by page up to the limit', async () => {
    const asked: number[] = [];
    const fetchPage = async ({ limit, cursor }: { limit: number; cursor?: string }) => {
      asked.push(limit);
      const from = Number(cursor ?? 0);
      const items = Array.from({ length: limit }, (_, index) => from + index);
      return { items, nextCursor: String(from + limit) };
    };
    const { items, more } = await collectPages(250, fetchPage);
    expect(items).toEqual(Array.from({ length: 250 }, (_, index) => index));
    expect({ asked, more }).toEqual({ asked: [100, 100, 50], more: true });
  });
});

describe('an event stream', () => {
  it('is read whatever way it is cut into pieces, with the ids to resume from', async () => {
    const text =
      'retry: 2000\nid: 7\n\nid: 9\nevent: IndexingStarted\ndata: {"ü":1}\n\n: heartbeat\nid: 12\n\n';
    const bytes = new TextEncoder().encode(text);
    const expected = [
      { kind: 'seen', id: '7' },
      { kind: 'seen', id: '9' },
      { kind: 'message', id: '9', event: 'IndexingStarted', data: '{"ü":1}' },
      { kind: 'seen', id: '12' },
    ];
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const pieces = async function* (): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
      };
      expect(await Array.fromAsync(readEventStream(pieces()))).toEqual(expected);
    }
  });
});
