import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePdf } from '../../scripts/samples/write-pdf.ts';
import { until } from '../support/log-harness.ts';
import { type CliResult, runCli, startCli } from '../support/run-cli.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

describe('reading documents again', () => {
  let dataDir: string;
  let server: InProcess | undefined;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-reindex-'));
  });
  afterEach(async () => {
    await server?.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The program as it was when its reader was this one. */
  const openWith = async (reader: number): Promise<InProcess> => {
    await server?.dispose();
    server = await startInProcess({ dataDir, replace: { reader } });
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
  const runOf = async (by: InProcess): Promise<Json> => (await by.get('/api/admin/reindexing')).run as Json;
  const hasEnded = (by: InProcess) =>
    until('the run has ended', async () => (await runOf(by)).status !== 'running');
  const liveVersion = async (by: InProcess, name: string) =>
    (await by.get(`/api/documents/guideline-${name}`)).liveVersion;

  it('counts what an older reader has read, reads that, and has nothing left to do afterwards', async () => {
    await ingestAll(await openWith(1));
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
    // The same file is still the same file.
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

  it('leaves a document whose file cannot be read any more with its old reading, and lists it', async () => {
    await ingestAll(await openWith(1));
    const later = await openWith(2);
    const { contentHash } = await later.get('/api/documents/guideline-snake');
    const files = await readdir(dataDir, { recursive: true });
    const file = files.find((name) => name.endsWith(String(contentHash)));
    if (file === undefined) throw new Error('The file is not where it was put.');
    await rm(join(dataDir, file));

    await later.command('ReindexDocuments', { docKeys: ['guideline-snake', 'guideline-bee'] });
    await hasEnded(later);
    expect(await runOf(later)).toMatchObject({
      status: 'completed',
      progress: { total: 2, done: 1, failed: 1, skipped: 0 },
      kept: [{ docKey: 'guideline-snake', version: 1, kept: 'failed' }],
    });
    await later.settled();
    expect(await liveVersion(later, 'snake')).toBe(1);
    expect(await liveVersion(later, 'bee')).toBe(2);
    // Nobody asked for this one.
    expect(await liveVersion(later, 'spider')).toBe(1);
    expect(await found(later)).toEqual(['guideline-bee', 'guideline-snake', 'guideline-spider']);
  });

  it('is for admins, of documents that have a key, and not to be cancelled where nothing goes on', async () => {
    const by = await openWith(1);
    const refused = async (name: string, body: unknown) =>
      (await by.post(`/api/commands/${name}`, body)).status;
    expect(await refused('ReindexDocuments', { docKeys: [] })).toBe(400);
    expect(await refused('ReindexDocuments', { docKeys: ['../etc'] })).toBe(400);
    expect(await refused('ReindexDocuments', { reader: 7 })).toBe(400);
    expect(await refused('CancelReindexing', {})).toBe(422);
  });
});

describe('reading scans again over the command line', () => {
  const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
  let folder: string;
  let server: ServerProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-reindex-'));
  });
  afterEach(async () => {
    await server?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  /** A program in the place of tesseract that reads two pages, and then waits as long as the file `hold` is there. */
  const writeHeldTesseract = async (): Promise<void> => {
    const row = ['5', '1', '1', '1', '1', '1', '0', '0', '9', '9', '90', '$word'].join('\\t');
    await mkdir(join(folder, 'programs'));
    await mkdir(join(folder, 'asked'));
    await writeFile(
      join(folder, 'programs', 'tesseract'),
      `#!/bin/sh\ncat > /dev/null\n` +
        `if [ -e ${folder}/hold ]; then touch ${folder}/asked/$$\n` +
        `if [ "$(ls ${folder}/asked | wc -l)" -gt 2 ]; then while [ -e ${folder}/hold ]; do sleep 0.1; done; fi\nfi\n` +
        `for word in Give oxygen to the patient; do printf "${row}\\n"; done\n`,
    );
    await chmod(join(folder, 'programs', 'tesseract'), 0o755);
  };
  const dataDir = () => join(folder, 'data');
  const start = async (): Promise<ServerProcess> => {
    server = await startServerProcess(dataDir(), {
      LOG_LEVEL: 'info',
      PATH: `${join(folder, 'programs')}:${process.env.PATH ?? ''}`,
    });
    return server;
  };
  const words = { COLUMNS: '220' };
  const cli = (...args: string[]): Promise<CliResult> => runCli(args, { DATA_DIR: dataDir(), ...words });
  const dataOf = async (path: string): Promise<Json> => {
    if (!server) throw new Error('No server runs.');
    return ((await (await server.fetch(path)).json()) as { data: Json }).data;
  };
  const run = async (): Promise<Json> => (await dataOf('/api/admin/reindexing')).run as Json;
  const liveVersions = async (): Promise<readonly unknown[]> =>
    Promise.all(NAMES.map(async (name) => (await dataOf(`/api/documents/guideline-${name}`)).liveVersion));
  const ingestScans = async (): Promise<void> => {
    await mkdir(join(folder, 'scans'));
    for (const name of NAMES)
      await writeFile(
        join(folder, 'scans', `${name}.pdf`),
        writePdf({ pages: [[{ line: [10, 10, 90, 90 + NAMES.indexOf(name) * 20] }]] }),
      );
    expect(await cli('ingest', join(folder, 'scans'), '-t', 'guideline')).toMatchObject({ code: 0 });
  };
  const begin = async () => {
    await writeFile(join(folder, 'hold'), '');
    const reading = startCli(['reindex', '--all'], { DATA_DIR: dataDir(), ...words });
    await until('two are read', async () => ((await run())?.progress as Json | undefined)?.done === 2);
    return reading;
  };
  const release = () => rm(join(folder, 'hold'));

  it('goes on where it was when the server is killed, and reads nothing twice', async () => {
    await writeHeldTesseract();
    await start();
    await ingestScans();
    expect((await cli('reindex', '--dry-run')).out).toContain('To be read again: 0 documents');
    const reading = await begin();
    await until('the two answer', async () => (await liveVersions()).toSorted().join() === '1,1,1,1,2,2');
    await server?.kill();
    await reading.finished;
    await release();

    await start();
    await until('the run has ended', async () => (await run()).status !== 'running');
    expect(await run()).toMatchObject({
      status: 'completed',
      progress: { total: 6, done: 6, failed: 0, skipped: 0 },
    });
    await until('all new readings answer', async () => (await liveVersions()).every((one) => one === 2));
    expect((await cli('reindex', '--status')).out).toContain('Read again: 6 of 6 documents');
  });

  it('can be cancelled: the rest keeps the reading that it had', async () => {
    await writeHeldTesseract();
    await start();
    await ingestScans();
    const reading = await begin();
    expect((await cli('reindex', '--cancel')).out).toContain('It was cancelled.');
    const ended = await reading.finished;
    expect(ended.code).not.toBe(0);
    await release();
    // What was being read is finished; what was not begun stays as it is.
    await until('four are read', async () => (await liveVersions()).toSorted().join() === '1,1,2,2,2,2');
    expect(await run()).toMatchObject({ status: 'stopped', stopped: { reason: 'cancelled' } });
  });
});
