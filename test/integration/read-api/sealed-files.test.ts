import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';

const words = 'Wilhelmina Oberkofler, MRN 88412077, was given naloxone 0.4 mg IV.';
const document = `# Transfer of a patient\n\n${words}\n\n${'Observe for two hours and note each change. '.repeat(2000)}`;
const version = '/api/documents/guideline-transfer/versions/1';

describe('the files of a document', () => {
  let server: InProcess;
  beforeAll(async () => {
    server = await startInProcess();
    const ingested = await server.ingest(document, 'transfer.md', { docKey: 'guideline-transfer' });
    expect(ingested.state).toBe('COMPLETED');
    await server.settled();
  });
  afterAll(() => server.dispose());

  const filesUnder = async (folder: string): Promise<readonly string[]> =>
    (await readdir(join(server.dataDir, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  it('hold nothing in plain text: neither as they came, nor as pages, text, chunks or vectors', async () => {
    const blobs = (await filesUnder('blobs')).filter((path) => /[0-9a-f]{64}$/.test(path));
    expect(blobs.length).toBeGreaterThanOrEqual(5);
    for (const path of blobs) {
      const bytes = await readFile(path);
      expect(bytes.subarray(0, 16).toString('hex'), path).toBe('8f616e616d6e657369732d626c6f6201');
      for (const word of ['Oberkofler', '88412077', 'naloxone', 'Observe'])
        expect(bytes.includes(word), path).toBe(false);
    }
    expect(await server.request(`${version}/file`).then((answer) => answer.text())).toBe(document);
  });

  it('are the same when they come again, and another version when a letter changed', async () => {
    const again = await server.upload(document, 'transfer.md', { docKey: 'guideline-transfer' });
    expect((await server.bodyOf(again)).data).toMatchObject({ version: 1, unchanged: true });
    const before = (await filesUnder('blobs')).length;
    await server.upload(document, 'transfer.md', { docKey: 'guideline-transfer' });
    expect((await filesUnder('blobs')).length).toBe(before);
  });

  it('are searched as before after the index was built again from them', async () => {
    const search = async (): Promise<unknown> =>
      ((await server.bodyOf(await server.post('/api/search', { query: 'naloxone transfer' }))).data as Json)
        .results;
    const found = await search();
    expect(found).toContainEqual(expect.objectContaining({ docKey: 'guideline-transfer' }));
    await server.command('ResetProjection', { projection: 'search' }, { prefer: 'wait=30' });
    await server.settled();
    expect(await search()).toEqual(found);
  });
});
