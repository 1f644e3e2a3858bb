import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../client/create-client.ts';
import { createLogPosition } from '../../../client/log-position.ts';
import { asked, enveloped, standIn } from '../../support/client-stand-in.ts';

let close = (): void => {};
afterEach(() => close());

const clientOf = async (listener: RequestListener, reads: 'written' | 'given' = 'written') => {
  const server = await standIn(listener);
  close = server.close;
  return createClient({ url: server.url, reads });
};

describe('the reads of a client', () => {
  const id = '01a20349-b01b-7254-9aab-418fe6c4d6d7';
  const server =
    (seen: string[], events = ''): RequestListener =>
    (request, response) => {
      const isStream = request.url?.endsWith('stream');
      if (!isStream) seen.push(`${asked(request)} ${request.headers['x-after-position'] ?? '-'}`);
      if (isStream) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
      else if (request.method === 'GET') response.end(enveloped([]));
      else response.end(enveloped({ streamId: 'document-a', revision: 0, position: 41, docKey: 'a' }));
    };
  const withdraw = { body: { docKey: 'a', reason: 'Old.' } };

  it('include what it has written, also through the same client with another signal', async () => {
    const seen: string[] = [];
    const client = await clientOf(server(seen));
    await client.get('/api/admin/projections');
    await client.withSignal(new AbortController().signal).post('/api/commands/WithdrawDocument', withdraw);
    await client.get('/api/admin/projections');
    expect(seen).toEqual([
      'GET /api/admin/projections -',
      'POST /api/commands/WithdrawDocument -',
      'GET /api/admin/projections 41',
    ]);
  });

  it('include the events of a question that it has seen, until the log goes back', async () => {
    const seen: string[] = [];
    const activity = (position: string): string =>
      `id: ${position}\nevent: tool_activity\ndata: ${JSON.stringify({ toolCallId: id, tool: 'x', status: 'running', at: '2026-01-01T00:00:00.000Z' })}\n\n`;
    const reset = `id: 3\nevent: reset\ndata: {"position":3}\n\n`;
    const client = await clientOf(server(seen, activity('87') + activity('87.2') + reset));
    for await (const { event } of client.follow('/api/tool-calls/stream', { connections: 1 })) {
      expect(['tool_activity', 'reset']).toContain(event?.name ?? 'reset');
      await client.get('/api/admin/projections');
    }
    expect(seen.map((line) => line.split(' ').at(-1))).toContain('87');
    expect(seen.at(-1)).toBe('GET /api/admin/projections -');
  });

  it('wait for nothing that the caller did not name, if it wants that', async () => {
    const seen: string[] = [];
    const client = await clientOf(server(seen), 'given');
    await client.post('/api/commands/WithdrawDocument', withdraw);
    await client.get('/api/admin/projections');
    expect(seen.at(-1)).toBe('GET /api/admin/projections -');
  });
});

describe('the kept log position', () => {
  it('is the newest, and matters for a minute', () => {
    let now = 0;
    const position = createLogPosition(() => now);
    for (const noted of [7, 5, undefined, Number.NaN, -1, '9']) position.note(noted);
    expect(position.current()).toBe(7);
    now = 60_000;
    expect(position.current()).toBeUndefined();
    position.note(5);
    expect(position.current()).toBe(5);
  });
});
