import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';

const subjects = ['naloxone', 'amiodarone', 'fentanyl', 'adenosine'] as const;
const protocol = (drug: string): string =>
  `# Giving ${drug}\n\nGive ${drug} slowly. The dose of ${drug} is 0.4 mg for adults; repeat ${drug} once.\n`;
const note = '# Visit\n\nThe patient had a bronchospasm after a wasp sting and was given albuterol.\n';

type Index = {
  readonly generation: number;
  readonly state: string;
  readonly counted?: Json & { readonly documents: readonly Json[] };
  readonly unknown?: string;
  readonly advice?: string;
};
type Search = Json & {
  readonly generation: number;
  readonly rebuild?: Json;
  readonly examination?: Json;
  readonly index: readonly Index[];
};

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess({ environment: { READ_TIMEOUT_MS: '60000' } });
});
afterAll(() => server.dispose());

/** The live generation when a test begins; each rebuild takes the next number. */
let live: number;

const search = async (): Promise<Search> => {
  // Constant polling would slow the rebuild down.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const all = (await server.get('/api/admin/projections')) as unknown as readonly Search[];
  const found = all.find(({ name }) => name === 'search');
  if (!found) throw new Error('There is no search index.');
  return found;
};
const countedIn = async (generation: number): Promise<Index | undefined> =>
  (await search()).index.find((index) => index.generation === generation);
const reset = () => server.command('ResetProjection', { projection: 'search' });
const switchedTo = (generation: number) =>
  until(`generation ${generation} is live`, async () => (await search()).generation === generation);
const waits = () => until('the rebuild waits', async () => (await search()).rebuild?.waits === true);
const finds = async (query: string): Promise<readonly unknown[]> => {
  const body = await server.bodyOf(await server.post('/api/search', { query, limit: 5 }));
  return (body.data as { results: readonly Json[] }).results.map(({ docKey }) => docKey);
};
/** On a busy machine a probe may time out, and report that instead. */
const says = (path: string, what: string) =>
  until(`${path} says "${what}"`, async () => (await (await server.request(path)).text()).includes(what));
const decide = (command: string, more: Json = {}) =>
  server.post(`/api/commands/${command}`, { projection: 'search', reason: 'Looked at it.', ...more });
const sql = (text: string) => server.application.database.query(text);
const head = async (): Promise<number> => Number((await search()).head);
const withdraw = async (docKey: string): Promise<void> => {
  await server.command('WithdrawDocument', { docKey, reason: 'Superseded by another.' });
  await server.settled();
};
/** A document in the live index without any event: an index built from the log lacks it. */
const addGhost = async (): Promise<void> => {
  const at = await head();
  await sql(
    `insert into search_g${live}.passages (chunk_id, doc_key, version, index, live, passage, sealed)
     select 'protocol-ghost@1#0', 'protocol-ghost', 1, 0, true,
            (passage::jsonb || '{"chunkId": "protocol-ghost@1#0", "docKey": "protocol-ghost", "title": "Handling ghosts"}')::json, null
       from search_g${live}.passages where doc_key = 'protocol-adenosine'`,
  );
  await sql(`insert into search_g${live}.documents values ('protocol-ghost', 1, 0, ${at})`);
};
const removeGhost = async (): Promise<void> => {
  await sql(`delete from search_g${live}.passages where doc_key = 'protocol-ghost'`);
  await sql(`update search_g${live}.documents set version = null where doc_key = 'protocol-ghost'`);
};

beforeEach(async () => {
  live = (await search()).generation;
});

describe('an empty search index', () => {
  it('is rebuilt, although it offers no questions for an examination', async () => {
    await server.command('ResetProjection', { projection: 'search' }, { prefer: 'wait=30' });
    const { generation, examination, index } = await search();
    // The first generation has no number until it is read.
    expect(generation).toBe(Math.max(live, 1) + 1);
    expect(examination).toMatchObject({ outcome: 'not_made', questions: [] });
    expect(index.at(-1)?.counted).toMatchObject({ passages: 0, vectors: 0, lacking: 0 });
  });
});

describe('a rebuilt search index before it takes over', () => {
  // Tests share the server: each leaves the documents, and an index that finds them, to the next.
  beforeAll(async () => {
    for (const drug of subjects)
      await server.ingest(protocol(drug), `${drug}.md`, {
        docKey: `protocol-${drug}`,
        title: `Giving ${drug}`,
      });
    await server.ingest(note, 'visit.md', { docKey: 'note-visit', title: 'Visit', containsPhi: 'true' });
    await server.settled();
  });
  afterEach(async () => {
    const { generation, rebuild } = await search();
    if (rebuild === undefined) return;
    await removeGhost();
    await reset();
    await until('another generation is live', async () => (await search()).generation > generation);
  });

  it('takes over automatically when it finds what the live one finds, and reports that', async () => {
    await reset();
    await switchedTo(live + 1);
    const { examination } = await search();
    expect(examination).toMatchObject({ generation: live + 1, live, outcome: 'passed', lost: 0 });
    const questions = examination?.questions as readonly Json[];
    expect(questions.map(({ docKey }) => docKey).toSorted()).toEqual(
      subjects.map((drug) => `protocol-${drug}`).toSorted(),
    );
    // Titles are not copied into the log, and documents with PHI are never queried.
    expect(JSON.stringify(examination)).not.toMatch(/Giving|Visit|note-visit/);
  });

  it('counts passages and vectors of each generation, including sealed ones', async () => {
    await reset();
    await switchedTo(live + 1);
    // Earlier counts, from before the documents arrived, are shown for a moment.
    await until('all documents are counted again', async () =>
      (await search()).index.every(({ counted }) => counted?.passages === 5),
    );
    const { index } = await search();
    expect(index.map(({ generation, state }) => [generation, state])).toEqual([
      [live, 'kept'],
      [live + 1, 'live'],
    ]);
    for (const { counted } of index)
      expect(counted).toMatchObject({ passages: 5, expected: 5, vectors: 5, lacking: 0, withheld: 0 });
  });

  it('names the documents without vectors, and suggests a remedy', async () => {
    await server.application.database.query(
      `delete from search_g${live}.vectors where doc_key = 'protocol-fentanyl'`,
    );
    await until('the document is counted again', async () => (await countedIn(live))?.counted?.lacking === 1);
    const counted = await countedIn(live);
    expect(counted?.counted).toMatchObject({
      passages: 5,
      vectors: 4,
      documents: [{ docKey: 'protocol-fentanyl', expected: 1, vectors: 0 }],
    });
    expect(counted?.advice).toContain('projections reset search');
    const doctor = await (await server.post('/api/admin/doctor', {})).text();
    expect(doctor).toContain('1 missing: protocol-fentanyl');
    await says('/metrics', 'anamnesis_index_passages_lacking_vectors 1');
    await reset();
    await switchedTo(live + 1);
  });

  it('waits for a decision when it loses a document, stays current meanwhile, and is accepted', async () => {
    await addGhost();
    await reset();
    await waits();
    const waiting = await search();
    expect(waiting.generation).toBe(live);
    expect(waiting.examination).toMatchObject({ outcome: 'lost', lost: 1, generation: live + 1 });
    expect(waiting.examination?.questions).toContainEqual({
      docKey: 'protocol-ghost',
      before: 1,
      after: null,
    });
    expect(await finds('handling ghosts')).toContain('protocol-ghost');
    await says('/health/ready', 'waits for a person');
    await says('/metrics', 'anamnesis_projection_rebuild_waits{projection="search"} 1');

    // Both follow the log.
    await server.ingest(protocol('midazolam'), 'midazolam.md', { docKey: 'protocol-midazolam' });
    await server.settled();
    expect(await finds('midazolam')).toContain('protocol-midazolam');
    await until(
      'the waiting generation has the document too',
      async () => (await countedIn(live + 1))?.counted?.passages === 6,
    );

    const accepted = await decide('AcceptRebuild', { generation: live + 1 });
    expect(accepted.status).toBe(202);
    await switchedTo(live + 1);
    const { examination, rebuild } = await search();
    expect(rebuild).toBeUndefined();
    expect(examination).toMatchObject({ decided: 'accepted' });
    expect(await finds('midazolam')).toContain('protocol-midazolam');
    expect(await finds('handling ghosts')).not.toContain('protocol-ghost');
    await withdraw('protocol-midazolam');
  });

  it('is discarded by an operator, and requested again', async () => {
    await addGhost();
    await reset();
    await waits();
    expect((await decide('DiscardRebuild', { generation: live + 2 })).status).toBe(409);
    const discarded = await server.post(
      '/api/commands/DiscardRebuild',
      { projection: 'search', reason: 'A protocol is missing.' },
      { prefer: 'wait=20' },
    );
    expect(discarded.status).toBe(200);
    expect((await server.bodyOf(discarded)).data).toMatchObject({ outcome: 'failed', generation: live + 1 });
    expect((await search()).generation).toBe(live);
    await removeGhost();
    await reset();
    await switchedTo(live + 2);
    expect((await search()).examination).toMatchObject({ generation: live + 2, outcome: 'passed' });
  });

  it('is replaced by a new rebuild while it waits', async () => {
    await addGhost();
    await reset();
    await waits();
    await removeGhost();
    expect(await reset()).toMatchObject({ generation: live + 2 });
    await switchedTo(live + 2);
    expect(await finds('giving adenosine')).toContain('protocol-adenosine');
    expect((await decide('AcceptRebuild')).status).toBe(409);
  });

  it('reports a document with lost files, both when counted and when it cannot be built', async () => {
    /** Returns a function that restores the file. */
    const lose = async (sha256: unknown): Promise<() => Promise<void>> => {
      const blobs = join(server.dataDir, 'blobs');
      const names = await readdir(blobs, { recursive: true });
      const name = names.find((one) => one.endsWith(String(sha256)));
      if (name === undefined) throw new Error('There is no such file.');
      const away = join(server.dataDir, 'lost');
      await rename(join(blobs, name), away);
      return () => rename(away, join(blobs, name));
    };
    const [row] = await server.application.database.query(`select blob from search_g${live}.sealed_vectors`);
    const restore = await lose(row?.blob);
    await until('the lost vectors are reported', async () => (await countedIn(live))?.counted?.lacking === 1);
    expect((await countedIn(live))?.counted?.documents).toEqual([
      { docKey: 'note-visit', expected: 1, vectors: 0 },
    ]);

    await reset();
    await until('it cannot be built', async () => (await search()).rebuild?.error !== undefined);
    expect((await search()).rebuild?.error).toContain('version 1 of note-visit');
    expect((await search()).generation).toBe(live);
    expect(await finds('giving naloxone')).toContain('protocol-naloxone');
    await restore();
  });

  // The tests below do not depend on the compared questions: configured questions can be changed, but not removed.
  it('is compared by the questions that an admin has set, which are refused when they may hold PHI', async () => {
    const set = (question: string, docKey = 'protocol-fentanyl') =>
      server.post('/api/commands/ChangeSettings', {
        selfCheckQuestions: [{ question, docKey }],
        reason: 'It must be found.',
      });
    const refused = await set('what did John Smith, MRN 12345678, get?');
    expect(refused.status).toBe(422);
    expect(JSON.stringify(await server.bodyOf(refused))).not.toContain('Smith');
    expect((await set('x')).status).toBe(400);
    expect((await set('how is fentanyl given')).status).toBe(200);

    await reset();
    await switchedTo(live + 1);
    const { questions } = (await search()).examination as { questions: readonly Json[] };
    expect(questions[0]).toEqual({
      docKey: 'protocol-fentanyl',
      question: 'how is fentanyl given',
      before: 1,
      after: 1,
    });
    const check = await server.bodyOf(await server.post('/api/admin/projections/search/check', {}));
    expect(check.data).toMatchObject({ generation: live + 1 });
    expect((check.data as { questions: readonly Json[] }).questions[0]).toEqual({
      docKey: 'protocol-fentanyl',
      question: 'how is fentanyl given',
      isTitle: false,
      inUse: true,
      rank: 1,
    });
    expect((await server.post('/api/admin/projections/documents/check', {})).status).toBe(404);
  });

  it('accepts no decision when none is pending', async () => {
    for (const name of ['AcceptRebuild', 'DiscardRebuild']) {
      expect((await decide(name)).status).toBe(409);
      expect((await decide(name, { projection: 'documents' })).status).toBe(409);
      expect((await decide(name, { projection: 'nothing' })).status).toBe(404);
      expect((await decide(name, { reason: '' })).status).toBe(400);
      expect((await decide(name, { generation: 0 })).status).toBe(400);
    }
  });

  it('does not count a withdrawn document as a loss', async () => {
    await withdraw('protocol-naloxone');
    await reset();
    await switchedTo(live + 1);
    expect((await search()).examination).toMatchObject({ outcome: 'passed', lost: 0 });
  });
});
