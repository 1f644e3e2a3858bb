import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isTransient } from '../../../cli/api/api-failure.ts';
import { openClient } from '../../../cli/api/open-client.ts';
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
  openClient({ url: await serve(listener), token }, never);

const errorOf = async (promise: Promise<unknown>): Promise<CliError> => {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof CliError)) throw new Error('Expected a CliError.');
  return error;
};

describe('the command-line client', () => {
  it('prints a refusal of the server as its sentence with the fields that are wrong', async () => {
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
    const error = await errorOf(client.post('/api/search', { body: { query: 'x' } }));
    expect(error.message).toBe('The server rejected the request:\n  filters.specialty: is unknown');
    expect(error.exitCode).toBe(2);
    expect(isTransient(error)).toBe(false);
  });

  it('prints the trace id of a server failure, and marks the temporary ones', async () => {
    const client = await clientOf((_request, response) => {
      const { status, headers, body } = failureResponse(
        { code: 'unavailable', message: 'Not now.', retryAfter: 1 },
        'trace-7',
        '2026-01-01T00:00:00.000Z',
      );
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
    const error = await errorOf(client.get('/api/admin/projections'));
    expect(error.message).toBe('Not now. (trace id trace-7)');
    expect(isTransient(error)).toBe(true);
  });

  it('retries after the wait that a rate limit asks for, and reports other refusals immediately', async () => {
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
    // Only the second answer proves the retry.
    expect((await errorOf(client.post('/api/search', { body: { query: 'x' } }))).message).toContain(
      'does not look like an Anamnesis server',
    );
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(200);
    expect((await errorOf(client.get('/api/admin/projections'))).message).toBe('Too often.');
    expect(answers).toBe(3);
  });

  it('reports an address that belongs to another service', async () => {
    const client = await clientOf((_request, response) => response.writeHead(404).end('<h1>Not here</h1>'));
    expect((await errorOf(client.get('/api/admin/projections'))).message).toContain(
      'does not look like an Anamnesis server',
    );
  });

  it('rejects an answer of an unknown shape', async () => {
    const client = await clientOf((_request, response) =>
      response.end(JSON.stringify({ success: true, data: [{ name: 'x' }], metadata: {} })),
    );
    const error = await errorOf(client.get('/api/admin/projections'));
    expect(error.message).toContain('gave an unexpected answer to');
    expect(error.hint).toContain('same version');
  });

  it('gives up on a server that does not answer in time', async () => {
    const url = await serve(() => {});
    const error = await errorOf(openClient({ url, token }, never).get('/api/admin/nodes', { timeout: 100 }));
    expect(error.message).toBe(`${url} did not answer within 0 seconds.`);
    expect(isTransient(error)).toBe(true);
  });

  it('exits with "interrupted" when the user does not want to wait any longer', async () => {
    const url = await serve(() => {});
    const stop = new AbortController();
    const waiting = errorOf(openClient({ url, token }, stop.signal).get('/api/admin/nodes'));
    stop.abort();
    expect((await waiting).exitCode).toBe(130);
  });

  it('rejects an export that broke off', async () => {
    const client = await clientOf((_request, response) => {
      response.write('{"position":1}\n');
      setTimeout(() => response.destroy(), 20);
    });
    const error = await errorOf(
      Array.fromAsync(client.download('/api/audit/export', { query: { format: 'ndjson' } })),
    );
    expect(error.message).toContain('broke');
  });
});
