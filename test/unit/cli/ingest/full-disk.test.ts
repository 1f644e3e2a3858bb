import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openClient } from '../../../../cli/api/open-client.ts';
import { ingestFiles } from '../../../../cli/ingest/ingest-files.ts';
import { scanFolder } from '../../../../cli/watch/folder-source.ts';
import { describeShortage, diskFull } from '../../../../ports/free-space.ts';
import { failureResponse } from '../../../../read-api/failure-response.ts';

it('sends a file once to a server whose disk is full, and reports why it was refused', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'anamnesis-full-'));
  const { reason } = diskFull(describeShortage(10_000_000, 256_000_000));
  const { status, body } = failureResponse(
    reason,
    '0af7651916cd43dd8448eb211c80319c',
    '2026-01-01T00:00:00.000Z',
  );
  let uploads = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST') uploads += 1;
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  try {
    await writeFile(join(folder.path, 'oxygen.md'), 'Give oxygen.');
    const { files } = await scanFolder(folder.path, {
      metadata: { sourceType: 'guideline' },
      keyFromPath: false,
      maxBytes: 1000,
      maxFiles: 10,
    });
    const outcomes = await ingestFiles({
      client: openClient({ url: `http://127.0.0.1:${port}`, token: async () => 'a-token' }, signal),
      files: files.map(({ file }) => file),
      concurrency: 1,
      signal,
      listener: { onUploaded: () => {}, onStage: () => {}, onEnded: () => {} },
    });
    expect(outcomes).toEqual([
      expect.objectContaining({
        state: 'refused',
        reason: expect.stringContaining('The disk is nearly full: 10 MB free, 256 MB needed'),
      }),
    ]);
    expect(uploads).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
