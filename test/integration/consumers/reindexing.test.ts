import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writePdf } from '../../../scripts/samples/write-pdf.ts';
import { runCliInProcess, startCliInProcess } from '../../support/cli-in-process.ts';
import { writePausingTesseract } from '../../support/held-tesseract.ts';
import { until } from '../../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';
import { openServerMemory, type ServerMemory } from '../../support/server-memory.ts';

const runOf = async (by: InProcess): Promise<Json> => (await by.get('/api/admin/reindexing')).run as Json;

describe('reading documents again', () => {
  let dataDir: string;
  let memory: ServerMemory;
  let server: InProcess | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-reindex-'));
    memory = await openServerMemory();
  });
  afterAll(async () => {
    await server?.dispose();
    await memory.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  // One installation for all: each test continues where the previous one stopped.
  /** The program as of the time of this reader. */
  const openWith = async (reader: number): Promise<InProcess> => {
    await server?.dispose();
    server = await startInProcess({ dataDir, memory, replace: { reader } });
    return server;
  };
  const ingestAll = async (by: InProcess): Promise<void> => {
    for (const name of ['bee', 'snake', 'spider']) {
      const job = await by.ingest(`Treatment of a ${name} injury: clean the ${name} wound.`, `${name}.txt`, {
        docKey: `guideline-${name}`,
      });
      expect(job.state).toBe('COMPLETED');
    }
  };
  const found = async (by: InProcess): Promise<readonly string[]> => {
    const answer = await by.bodyOf(await by.post('/api/search', { query: 'wound', limit: 10 }));
    const { results } = answer.data as { results: Json[] };
    return results.map(({ docKey }) => String(docKey)).toSorted();
  };
  const hasEnded = (by: InProcess) =>
    until('the run has ended', async () => (await runOf(by)).status !== 'running');
  const liveVersion = async (by: InProcess, name: string) =>
    (await by.get(`/api/documents/guideline-${name}`)).liveVersion;

  it('is for admins, needs documents that have a key, and cannot be cancelled when it is not running', async () => {
    const by = await openWith(1);
    await ingestAll(by);
    const refused = async (name: string, body: unknown) =>
      (await by.post(`/api/commands/${name}`, body)).status;
    expect(await refused('ReindexDocuments', { docKeys: [] })).toBe(400);
    expect(await refused('ReindexDocuments', { docKeys: ['../etc'] })).toBe(400);
    expect(await refused('ReindexDocuments', { docKeys: ['guideline-bee', 'guideline-be'] })).toBe(404);
    expect(await refused('ReindexDocuments', { reader: 7 })).toBe(400);
    expect(await refused('CancelReindexing', {})).toBe(422);
  });

  it('counts the documents of an older reader, reads them, and then finds nothing left to do', async () => {
    const later = await openWith(2);
    expect(
      (
        await later.ingest('Treatment of a tick injury: clean the wound.', 'tick.txt', {
          docKey: 'guideline-tick',
        })
      ).state,
    ).toBe('COMPLETED');
    const plan = await later.get('/api/admin/reindexing/plan');
    expect(plan).toMatchObject({ reader: 2, documents: 3, passages: 3 });
    expect(plan.readBy).toEqual([
      { reader: 1, documents: 3, passages: 3 },
      { reader: 2, documents: 1, passages: 1 },
    ]);
    expect(await later.get('/api/admin/reindexing')).toEqual({ run: null });

    expect(await later.command('ReindexDocuments', {})).toMatchObject({ documents: 3, passages: 3 });
    await hasEnded(later);
    expect(await runOf(later)).toMatchObject({
      status: 'completed',
      progress: { total: 3, done: 3, failed: 0, skipped: 0 },
      kept: [],
    });
    await later.settled();
    for (const name of ['bee', 'snake', 'spider']) expect(await liveVersion(later, name)).toBe(2);
    expect(await liveVersion(later, 'tick')).toBe(1);
    expect(await found(later)).toEqual([
      'guideline-bee',
      'guideline-snake',
      'guideline-spider',
      'guideline-tick',
    ]);
    // The same file is still recognized.
    const again = await later.upload('Treatment of a bee injury: clean the bee wound.', 'bee.txt', {
      docKey: 'guideline-bee',
    });
    expect((await later.bodyOf(again)).data).toMatchObject({ unchanged: true, version: 2 });

    expect(await later.get('/api/admin/reindexing/plan')).toMatchObject({ documents: 0, passages: 0 });
    expect(await later.command('ReindexDocuments', {})).toMatchObject({ documents: 0 });
    await hasEnded(later);
    expect(await runOf(later)).toMatchObject({ status: 'completed', progress: { total: 0 } });
    expect(await liveVersion(later, 'bee')).toBe(2);
  });

  it('keeps the old reading of a document whose file is unreadable, and lists it', async () => {
    const later = await openWith(3);
    const { contentHash } = await later.get('/api/documents/guideline-snake');
    const files = await readdir(dataDir, { recursive: true });
    const file = files.find((name) => name.endsWith(String(contentHash)));
    if (file === undefined) throw new Error('The file is not at its place.');
    await rm(join(dataDir, file));

    await later.command('ReindexDocuments', { docKeys: ['guideline-snake', 'guideline-bee'] });
    await hasEnded(later);
    expect(await runOf(later)).toMatchObject({
      status: 'completed',
      progress: { total: 2, done: 1, failed: 1, skipped: 0 },
      kept: [{ docKey: 'guideline-snake', version: 2, kept: 'failed' }],
    });
    await later.settled();
    expect(await liveVersion(later, 'snake')).toBe(2);
    expect(await liveVersion(later, 'bee')).toBe(3);
    // No one requested this one.
    expect(await liveVersion(later, 'spider')).toBe(2);
    expect(await found(later)).toEqual([
      'guideline-bee',
      'guideline-snake',
      'guideline-spider',
      'guideline-tick',
    ]);
  });
});

describe('reading scans again on the command line', () => {
  const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
  let folder: string;
  let server: InProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-reindex-'));
    vi.stubEnv('PATH', `${await writePausingTesseract(folder)}:${process.env.PATH ?? ''}`);
    server = await startInProcess();
  });
  afterAll(async () => {
    await server.dispose();
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });

  const environment = () => ({ DATA_DIR: server.dataDir, COLUMNS: '220' });

  it('can be cancelled, and the rest keeps its old reading', async () => {
    for (const name of NAMES) {
      const scan = writePdf({ pages: [[{ line: [10, 10, 90, 90 + NAMES.indexOf(name) * 20] }]] });
      const job = await server.ingest(scan, `${name}.pdf`, { docKey: `guideline-${name}` });
      expect(job.state).toBe('COMPLETED');
    }
    await writeFile(join(folder, 'hold'), '');
    const reading = startCliInProcess(['reindex', '--all'], environment());
    await until('two documents are read', async () => ((await runOf(server))?.progress as Json)?.done === 2);
    const cancelled = await runCliInProcess(['reindex', '--cancel'], environment());
    expect(cancelled.out).toContain('The run was cancelled.');
    const ended = await reading.finished;
    expect(ended.code).not.toBe(0);
    await rm(join(folder, 'hold'));
    // The document being read is finished; the others stay as they are.
    const liveVersions = async (): Promise<string> => {
      const documents = await Promise.all(
        NAMES.map((name) => server.get(`/api/documents/guideline-${name}`)),
      );
      return documents
        .map(({ liveVersion }) => String(liveVersion))
        .toSorted()
        .join();
    };
    await until('four documents are read', async () => (await liveVersions()) === '1,1,2,2,2,2');
    expect(await runOf(server)).toMatchObject({ status: 'stopped', stopped: { reason: 'cancelled' } });
  });
});
