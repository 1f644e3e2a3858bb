import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { createServerDatabase } from '../../support/server-database.ts';
import { type InProcess, type Json, samplesFolder, startInProcess } from '../../support/server-in-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl)
  process.stdout.write(
    'TEST_DATABASE_URL is not set: the test of an import into a PostgreSQL server is skipped.\n',
  );

const questions = ['pediatric epinephrine dose', 'naloxone', 'what to do about a seizure', 'hypoglycemia'];

/** The data seen by users: the results of the same searches, the catalogue and a past question. */
const views = async (server: InProcess, queryId: string): Promise<unknown> => {
  await server.settled();
  const searches = [];
  for (const query of questions) {
    const found = await server.bodyOf(await server.post('/api/search', { query, limit: 5 }));
    searches.push((found.data as Json).results);
  }
  const catalogue = await server.get('/api/documents');
  return { searches, catalogue, answer: await server.get(`/api/queries/${queryId}`) };
};

it.runIf(serverUrl)(
  'an import into PostgreSQL keeps positions, answers and idempotency keys, and refuses databases in use or not empty',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-import-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    const database = await createServerDatabase(serverUrl ?? '');
    onTestFinished(() => database[Symbol.asyncDispose]());
    const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url };
    const start = async (given: Readonly<Record<string, string>> = {}): Promise<InProcess> => {
      const server = await startInProcess({ dataDir, environment: given });
      onTestFinished(() => server.dispose());
      return server;
    };

    const embedded = await start();
    for (const name of await readdir(samplesFolder))
      expect((await embedded.ingestSample(name)).state).toBe('COMPLETED');
    // Marked as holding PHI, so that it is sealed with the key of its conversation.
    const asked = { question: 'epinephrine dose for John Smith, born 03/04/1961' };
    const command = { prefer: 'wait=20', 'idempotency-key': 'the-same-question' };
    const { queryId } = await embedded.command('AskQuery', asked, command);
    const reset = await runCliInProcess(['projections', 'reset', 'documents'], { DATA_DIR: dataDir });
    expect(reset.code).toBe(0);
    const before = await views(embedded, String(queryId));

    const inUse = await runCliInProcess(['import-embedded'], environment);
    expect(inUse.code).toBe(1);
    expect(inUse.err).toContain(`The data directory ${dataDir} is in use`);
    await embedded.dispose();

    const imported = await runCliInProcess(['import-embedded'], environment);
    expect(imported.err).toContain('Comparing');
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.out).toMatch(
      /^Imported in .*: (\d+) events and \d+ keys\. Compared with the embedded database: \1 positions, all identical\.$/m,
    );

    const served = await start({ DATABASE_URL: database.url });
    expect(await views(served, String(queryId))).toEqual(before);
    // The same command is recognized, and not executed again.
    const repeated = await served.command('AskQuery', asked, command);
    expect(repeated.queryId).toBe(queryId);
    // It continues: new documents are indexed and found.
    const more = await runCliInProcess(['ask', 'naloxone dose'], environment);
    expect(more.code).toBe(0);

    // Blobs that only the embedded log may still reference are kept.
    const orphan = join(dataDir, 'blobs/aa', 'a'.repeat(64));
    await mkdir(dirname(orphan), { recursive: true });
    await writeFile(orphan, 'of a document that was only ever in the embedded log');
    await utimes(orphan, 0, 0);
    const doctor = await runCliInProcess(['doctor', '--repair'], environment);
    expect(doctor.out.replaceAll(/\s+/g, ' ')).toContain('They may be named by the embedded database');
    expect(await readFile(orphan, 'utf8')).toContain('embedded log');
    await served.dispose();

    const again = await runCliInProcess(['import-embedded'], environment);
    expect(again.code).toBe(1);
    expect(again.err).toContain('The database at DATABASE_URL is not empty');
  },
);
