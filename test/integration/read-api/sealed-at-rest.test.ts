import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInFiles } from '../../support/find-in-files.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';

/** A name that occurs in no other text of the system. */
const NAME = 'Quackenbush';

const note = `# Progress note

Patient: Zebulon ${NAME}, MRN 48151623, born 04/05/1961.

Zebulon ${NAME} was treated for a bronchospasm with nebulized albuterol 2.5 mg and improved within ten minutes.

## Plan

Mr. ${NAME} goes home with a spacer and returns when he wheezes again.
`;

const transferWords = 'Wilhelmina Oberkofler, MRN 88412077, was given naloxone 0.4 mg IV.';
const transfer = `# Transfer of a patient\n\n${transferWords}\n\n${'Observe for two hours and note each change. '.repeat(2000)}`;
const transferVersion = '/api/documents/guideline-transfer/versions/1';

describe('the data directory of an installation with PHI', () => {
  let dataDir: string;
  let server: InProcess;
  let docKey: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-at-rest-'));
    server = await startInProcess({ dataDir });
    const job = await server.ingest(note, `${NAME} Zebulon discharge.md`, {
      sourceType: 'note',
      title: `Progress note of ${NAME}`,
      agency: `Clinic of ${NAME}`,
      organization: `${NAME} Foundation`,
      authors: `Dr. ${NAME}`,
      containsPhi: 'true',
    });
    docKey = String(job.docKey);
  }, 60_000);
  afterAll(async () => {
    await server.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('serves authorized users, by words, by meaning and by the title of the document', async () => {
    const search = async (query: string) => {
      const { data } = (await server.bodyOf(await server.post('/api/search', { query }))) as { data: Json };
      return data as { results: Json[]; interpretation: Json };
    };
    expect((await search(`${NAME} albuterol`)).results[0]).toMatchObject({ docKey });
    const [byMeaning] = (await search('wheezing after a breathing treatment')).results;
    expect(String(byMeaning?.text)).toContain(NAME);
    const listed = async (title: string) => {
      const answer = await server.bodyOf(await server.post('/api/documents', { title }));
      const { documents } = (answer as { data: { documents: Json[] } }).data;
      return documents.map((document) => document.title);
    };
    expect(await listed(NAME.toLowerCase())).toEqual([`Progress note of ${NAME}`]);
    expect(await listed('somebody')).toEqual([]);
    // An address with a title, as earlier clients send it, still works.
    expect(await server.get(`/api/documents?title=${NAME.toLowerCase()}`)).toMatchObject([{ docKey }]);
    const chunks = (await server.get(`/api/documents/${docKey}/versions/1/chunks`)) as unknown as Json[];
    expect(JSON.stringify(chunks)).toContain(NAME);
  });

  it('passes none of its vectors to an index on the disk', async () => {
    const { database } = server.application;
    const schemas = await database.query(
      `select table_schema as name from information_schema.tables where table_name = 'vectors'`,
    );
    expect(schemas.length).toBeGreaterThan(0);
    for (const { name } of schemas)
      expect(await database.query(`select 1 from "${String(name)}".vectors`)).toEqual([]);
  });

  describe('the files of a document', () => {
    beforeAll(async () => {
      const ingested = await server.ingest(transfer, 'transfer.md', { docKey: 'guideline-transfer' });
      expect(ingested.state).toBe('COMPLETED');
      await server.settled();
    });

    const filesUnder = async (folder: string): Promise<readonly string[]> =>
      (await readdir(join(server.dataDir, folder), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));

    it('contain no plain text: neither as uploaded, nor as pages, text, chunks or vectors', async () => {
      const blobs = (await filesUnder('blobs')).filter((path) => /[0-9a-f]{64}$/.test(path));
      expect(blobs.length).toBeGreaterThanOrEqual(10);
      for (const path of blobs) {
        const bytes = await readFile(path);
        expect(bytes.subarray(0, 16).toString('hex'), path).toBe('8f616e616d6e657369732d626c6f6201');
        for (const word of ['Oberkofler', '88412077', 'naloxone', 'Observe'])
          expect(bytes.includes(word), path).toBe(false);
      }
      expect(await server.request(`${transferVersion}/file`).then((answer) => answer.text())).toBe(transfer);
    });

    it('are stored once when uploaded again', async () => {
      const again = await server.upload(transfer, 'transfer.md', { docKey: 'guideline-transfer' });
      expect((await server.bodyOf(again)).data).toMatchObject({ version: 1, unchanged: true });
      const before = (await filesUnder('blobs')).length;
      await server.upload(transfer, 'transfer.md', { docKey: 'guideline-transfer' });
      expect((await filesUnder('blobs')).length).toBe(before);
    });

    it('are searched as before after the index was rebuilt from them', async () => {
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

  it('contains no word of it in any file: tables, write-ahead log, blobs or caches', async () => {
    const about = { subject: 'patient-4711' };
    const started = await server.command('StartConversation', {
      ...about,
      title: `About ${NAME}`,
      clinicalContext: { patientAge: 60, relevantHistory: `${NAME} smokes.` },
    });
    const { queryId, position } = (await server.command(
      'AskQuery',
      {
        conversationId: started.conversationId,
        question: `How was ${NAME} treated for his bronchospasm?`,
        filters: { title: [NAME], agency: [`Clinic of ${NAME}`] },
      },
      { prefer: 'wait=20', 'idempotency-key': `ask-about-${NAME}` },
    )) as { queryId: string; position: number };
    const answered = await server.get(`/api/queries/${queryId}?after=${position}`);
    expect(answered.question).toContain(NAME);
    await server.command('GiveFeedback', { queryId, kind: 'wrong', comment: `${NAME} got a spacer.` });
    await server.post('/api/search', { query: NAME, filters: { title: [NAME] } });
    await server.command('WithdrawDocument', { docKey, reason: `${NAME} asked for it.` });
    const { position: last } = await server.command(
      'StartConversation',
      { title: `${NAME} again` },
      { 'idempotency-key': NAME },
    );
    for (const path of ['/api/conversations', '/api/admin/feedback', '/api/documents', '/api/admin/kb/jobs'])
      await server.get(`${path}?after=${String(last)}`);
    await server.dispose();
    // Unsealed text is found, so the name would be found too.
    expect(await findInFiles(dataDir, docKey)).not.toEqual([]);
    expect(await findInFiles(dataDir, NAME)).toEqual([]);
    expect(server.logLines.join('').includes(NAME)).toBe(false);
  });
});
