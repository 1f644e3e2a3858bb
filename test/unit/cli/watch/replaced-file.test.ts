import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openClient } from '../../../../cli/api/open-client.ts';
import { ingestFiles } from '../../../../cli/ingest/ingest-files.ts';
import { scanFolder } from '../../../../cli/watch/folder-source.ts';

it('sends no file that was replaced after its folder was scanned', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-replaced-'));
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(400).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  try {
    await mkdir(join(folder, 'in'));
    for (const name of ['in/kept.md', 'in/linked.md', 'in/moved.md'])
      await writeFile(join(folder, name), 'a text');
    await writeFile(join(folder, 'secret'), 'secret');
    const { files } = await scanFolder(join(folder, 'in'), {
      metadata: { sourceType: 'guideline' },
      keyFromPath: false,
      maxBytes: 1000,
      maxFiles: 10,
    });
    await rm(join(folder, 'in/linked.md'));
    await symlink(join(folder, 'secret'), join(folder, 'in/linked.md'));
    await writeFile(join(folder, 'in/other'), 'other!');
    await rename(join(folder, 'in/other'), join(folder, 'in/moved.md'));
    const outcomes = await ingestFiles({
      client: openClient({ url: `http://127.0.0.1:${port}`, token: async () => 'a-token' }, signal),
      files: files.map(({ file }) => file),
      concurrency: 1,
      signal,
      listener: { onUploaded: () => {}, onStage: () => {}, onEnded: () => {} },
    });
    expect(outcomes.map(({ state }) => state)).toEqual(['refused', 'refused', 'refused']);
    expect(outcomes.slice(1).map(({ reason }) => reason)).toEqual([
      'The file was replaced after it was found.',
      'The file was replaced after it was found.',
    ]);
    expect(bodies.filter((body) => body.includes('a text'))).toHaveLength(1);
    expect(bodies.join()).not.toMatch(/secret|other!/);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
