import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openClient } from '../../../cli/api/open-client.ts';
import { cancelWhenInterrupted } from '../../../cli/consult/cancel-when-interrupted.ts';

const bodies: string[] = [];
let status = 200;
const server = createServer((request, response) => {
  request.on('data', (piece: Buffer) => bodies.push(`${request.url} ${piece.toString()}`));
  request.on('end', () => {
    const data = { streamId: 'query-1', revision: 2, position: 9, queryId: 'q-1' };
    const answer = { success: true, data, metadata: { traceId: 't' }, timestamp: '' };
    response.writeHead(status).end(JSON.stringify(answer));
  });
});
afterEach(() => {
  bodies.length = 0;
  status = 200;
  server.close();
});

/** Ctrl-C after the question has an id, or before. */
const interruptedWait = async (queryId: string | undefined): Promise<unknown> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = new AbortController();
  const { port } = server.address() as AddressInfo;
  const client = openClient({ url: `http://127.0.0.1:${port}`, token: async () => 't' }, stop.signal);
  return cancelWhenInterrupted(client, stop.signal, async (onAsked) => {
    if (queryId !== undefined) onAsked(queryId);
    stop.abort();
    throw new Error('The wait ended.');
  }).catch((error: unknown) => error);
};

describe('Ctrl-C while waiting for an answer', () => {
  it('cancels the question, so that no model keeps writing for a caller who has left', async () => {
    expect(await interruptedWait('q-1')).toMatchObject({ message: 'Cancelled.', exitCode: 130 });
    expect(bodies).toEqual(['/api/commands/CancelQuery {"queryId":"q-1"}']);
  });

  it('names the question when it could not be cancelled', async () => {
    status = 500;
    expect(await interruptedWait('q-1')).toMatchObject({
      message: 'Interrupted. The server continues to work on question q-1.',
    });
  });

  it('only stops waiting when no question was sent yet', async () => {
    expect(await interruptedWait(undefined)).toMatchObject({ message: 'The wait ended.' });
    expect(bodies).toEqual([]);
  });
});
