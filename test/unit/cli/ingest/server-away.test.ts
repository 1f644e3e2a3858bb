import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openClient } from '../../../../cli/api/open-client.ts';
import { ingestFiles } from '../../../../cli/ingest/ingest-files.ts';
import { scanFolder } from '../../../../cli/watch/folder-source.ts';
import { failureResponse } from '../../../../read-api/failure-response.ts';

/** Times by the clock of the program. */
const AWAY_MS = 18_000;

const realTimeout = setTimeout;

afterEach(() => {
  vi.useRealTimers();
});

it('retries a file for the duration of a restart while the server stores nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-away-'));
  await writeFile(join(folder, 'one.md'), 'a text');
  const { files } = await scanFolder(folder, {
    metadata: { sourceType: 'guideline' },
    keyFromPath: false,
    maxBytes: 1000,
    maxFiles: 10,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const begun = Date.now();
  const keys = new Set<unknown>();
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    keys.add(request.headers['idempotency-key']);
    const { status, headers, body } = failureResponse(
      Date.now() - begun < AWAY_MS
        ? { code: 'unavailable', message: 'KurrentDB cannot be reached.', retryAfter: 1 }
        : { code: 'validation_error', message: 'The server is back.' },
      'trace-7',
      '2026-01-01T00:00:00.000Z',
    );
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  try {
    let isOver = false;
    const sending = ingestFiles({
      client: openClient({ url: `http://127.0.0.1:${port}`, token: async () => 'a-token' }, signal),
      files: files.map(({ file }) => file),
      concurrency: 1,
      signal,
      listener: { onUploaded: () => {}, onStage: () => {}, onEnded: () => {} },
    }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(500);
      // Requests take real time.
      await new Promise((resolve) => realTimeout(resolve, 5));
    }
    expect((await sending).map(({ reason }) => reason)).toEqual([
      expect.stringContaining('The server is back.'),
    ]);
    // One upload, however often it was retried.
    expect(keys.size).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
