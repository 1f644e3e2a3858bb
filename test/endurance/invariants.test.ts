import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../ports/database.ts';
import { type InProcess, type Json, samplesFolder, startInProcess } from '../support/server-in-process.ts';

/** Every row of every read model and index, by schema and table. */
const dumpReadModels = async (database: Database): Promise<Map<string, string[]>> => {
  const tables = await database.query(
    `select table_schema as schema, table_name as name from information_schema.tables
      where table_schema ~ '_g[0-9]+$' order by 1, 2`,
  );
  const dump = new Map<string, string[]>();
  for (const { schema, name } of tables) {
    const rows = await database.query(
      `select t::text as row from "${String(schema)}"."${String(name)}" t order by 1`,
    );
    dump.set(
      `${String(schema)}.${String(name)}`,
      rows.map(({ row }) => String(row)),
    );
  }
  return dump;
};

const questions = [
  'pediatric epinephrine dose for anaphylaxis',
  'naloxone dose opioid overdose',
  'midazolam im dose seizure',
  'stroke last known well',
  'dextrose for low blood sugar',
];

describe('the invariants', () => {
  describe('deleting every read model and index and replaying the log', () => {
    let dataDir: string;
    let before: Map<string, string[]>;
    let resultsBefore: unknown[];
    let server: InProcess;

    const search = async (query: string): Promise<unknown> => {
      const { data } = await server.bodyOf(
        await server.post('/api/search', { query, limit: 10, debug: true }),
      );
      return (data as Json).results;
    };

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-replay-'));
      server = await startInProcess({ dataDir });
      for (const name of await readdir(samplesFolder)) await server.ingestSample(name);
      // A second version, a withdrawal, a failure and a conversation: everything that changes rows.
      const markdown = await readFile(join(samplesFolder, 'status-epilepticus.md'), 'utf8');
      await server.ingest(`${markdown}\n\n## Note\n\nRevised.\n`, 'status-epilepticus.md');
      await server.ingest('%PDF-1.4 broken', 'broken.pdf');
      await server.ingest('Ticks are removed with fine tweezers close to the skin.', 'ticks.txt', {
        docKey: 'guideline-ticks',
      });
      await server.command('WithdrawDocument', { docKey: 'guideline-ticks', reason: 'outdated' });
      const { conversationId } = await server.command('StartConversation', {
        title: 'Shift',
        clinicalContext: { patientAge: 4 },
      });
      const { queryId, position } = await server.ask('epinephrine dose anaphylaxis', { conversationId });
      const query = await server.get(`/api/queries/${String(queryId)}?after=${String(position)}`);
      const [cited] = query.citations as Json[];
      await server.command('GiveFeedback', { queryId, kind: 'helpful', chunkId: cited?.chunkId });
      const { toolCallId } = await server.command('RequestToolCall', {
        tool: 'lookup_medical_abbreviation',
        arguments: { abbreviation: 'MI' },
        conversationId,
      });
      await vi.waitFor(
        async () => {
          const { status } = await server.get(`/api/tool-calls/${String(toolCallId)}`);
          expect(status).toBe('succeeded');
        },
        { timeout: 120_000 },
      );
      await server.settled();
      // Searching leaves access events behind, which are audit rows: search first, then compare.
      resultsBefore = [];
      for (const question of questions) resultsBefore.push(await search(question));
      await server.settled();
      before = await dumpReadModels(server.application.database);
      for (const schema of new Set([...before.keys()].map((table) => table.split('.')[0]))) {
        await server.application.database.execute(`drop schema "${schema}" cascade`);
      }
      await server.application.database.execute('truncate projections.generations');
      await server.stop();
      server = await startInProcess({ dataDir });
      await server.settled();
    });
    afterAll(async () => {
      await server.dispose();
      await rm(dataDir, { recursive: true, force: true });
    });

    it('gives byte for byte the same rows', async () => {
      const after = await dumpReadModels(server.application.database);
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [table, rows] of before) {
        expect(after.get(table), table).toEqual(rows);
      }
      // Every read model had something to lose, but for what nothing here breaks, shares, erases, parks, seals, sets or issues.
      const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
      expect(empty).toEqual([
        'break_glass_g1.break_glass',
        'conversation_shares_g1.conversation_shares',
        'erasures_g1.erasures',
        'model_calls_g1.model_calls',
        'parked_events_g1.parked_events',
        'reviews_g1.reviews',
        'search_g1.sealed_vectors',
        'timers_g1.timers',
        'tokens_g1.tokens',
      ]);
    });

    it('gives the same search results', async () => {
      const after: unknown[] = [];
      for (const question of questions) after.push(await search(question));
      expect(after).toEqual(resultsBefore);
      expect(JSON.stringify(after)).toContain('guideline-pediatric-anaphylaxis');
    });
  });

  describe('PHI', () => {
    let server: InProcess;
    const phi = ['Zebulon', 'Quackenbush', '987-65-4329', 'MRN 4455667', 'zq-therapy-note'];
    const question =
      'Patient Zebulon Quackenbush, SSN 987-65-4329, MRN 4455667: epinephrine dose for anaphylaxis?';

    beforeAll(async () => {
      server = await startInProcess();
      await server.ingestSample('pediatric-anaphylaxis.pdf');
      const { conversationId } = await server.command('StartConversation', {
        title: 'Zebulon Quackenbush',
        subject: 'person-1',
        clinicalContext: { chiefComplaint: 'Quackenbush, MRN 4455667', patientAge: 7 },
      });
      const answered = await server.ask(question, { conversationId });
      await server.get(`/api/queries/${String(answered.queryId)}?after=${String(answered.position)}`);
      await server.get(`/api/conversations/${String(conversationId)}`);
      await server.post('/api/search', { query: question });
      const comment = 'Zebulon Quackenbush was not asked.';
      await server.command('GiveFeedback', { queryId: answered.queryId, kind: 'wrong', comment });
      await server.get('/api/admin/feedback');
      await server.get('/api/admin/query-log');
      await server.ingest(
        'zq-therapy-note: Zebulon Quackenbush was seen.',
        'Zebulon Quackenbush zq-therapy-note.txt',
        {
          sourceType: 'note',
          docKey: 'note-1',
          title: 'Quackenbush',
          containsPhi: 'true',
        },
      );
      // And everything wrong that somebody can do with it.
      await server.post('/api/commands/AskQuery', { question, limit: 'Quackenbush' });
      await server.post('/api/commands/AskQuery', { question, conversationId: 'Quackenbush' });
      await server.post('/api/commands/Zebulon', { question });
      await server.request(`/api/queries/${encodeURIComponent('Zebulon Quackenbush')}`);
      await server.request('/api/commands/AskQuery', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"question": "Zebulon Quackenbush`,
      });
      await server.ingest(`%PDF-1.7 Zebulon Quackenbush`, 'Zebulon.pdf', { docKey: 'guideline-broken' });
      await server.settled();
    });
    afterAll(() => server.dispose());

    const expectFree = (text: string): void => {
      expect(text.length).toBeGreaterThan(100);
      for (const secret of phi) expect(text).not.toContain(secret);
    };

    it('is never in plain text in the log at rest', async () => {
      const rows = await server.application.database.query(
        'select stream_id, data::text as data, metadata::text as metadata from event_log.events',
      );
      expectFree(JSON.stringify(rows));
    });

    it('is never in a log line', () => {
      expectFree(server.logLines.join(''));
    });

    it('is never in a metric', async () => {
      expectFree(await (await server.request('/metrics')).text());
    });

    it('is never in an error', async () => {
      const refusals = await Promise.all([
        server.post('/api/commands/AskQuery', { question, limit: 'Quackenbush' }),
        server.post('/api/commands/AskQuery', { question, [phi[0] ?? '']: 1 }),
        server.post('/api/search', { query: question, filters: { specialty: 'Quackenbush' } }),
        server.upload(question, 'Zebulon Quackenbush.exe', {}),
      ]);
      for (const refusal of refusals) {
        expect(refusal.status).toBeGreaterThanOrEqual(400);
        // The name of an unknown field is the caller's own schema mistake, not a value: it may be named.
        const text = (await refusal.text()).replaceAll(`"${phi[0]}"`, '').replaceAll(`\\"${phi[0]}\\"`, '');
        expectFree(text);
      }
    });

    it('is flagged on the question, with its kinds but not its text', async () => {
      const events = await server.get('/api/audit/entries?type=QueryAsked');
      expect((events as unknown as Json[]).map(({ phi }) => phi)).toEqual([true]);
    });
  });

  describe('an answer', () => {
    let server: InProcess;
    beforeAll(async () => {
      server = await startInProcess();
      await server.ingestSample('pediatric-anaphylaxis.pdf');
    });
    afterAll(() => server.dispose());

    it('can be explained from the log alone', async () => {
      const { queryId, position } = await server.ask('pediatric epinephrine dose for anaphylaxis');
      await server.get(`/api/queries/${String(queryId)}?after=${String(position)}`);
      const { events } = await server.get(`/api/audit/streams/query-${String(queryId)}`);
      const [asked, screened, routed, searched, answered] = events as Json[];
      expect(asked).toMatchObject({
        type: 'QueryAsked',
        data: { question: 'pediatric epinephrine dose for anaphylaxis' },
        metadata: { actor: { id: 'tester', role: 'admin' } },
      });
      expect(screened).toMatchObject({ type: 'PhiScreened', data: { detected: false } });
      expect(routed).toMatchObject({
        type: 'QueryRouted',
        data: { round: 1, sources: [{ source: 'knowledge_base' }], model: 'none' },
      });
      expect(searched).toMatchObject({
        type: 'SourcesSearched',
        data: {
          sources: [{ source: 'knowledge_base', outcome: 'ok' }],
          stages: [{ outcome: 'ok' }, { outcome: 'ok' }],
          index: { generation: 1 },
        },
      });
      expect(answered).toMatchObject({
        type: 'QueryAnswered',
        data: { model: 'extractive', degraded: false },
      });
      const { citations, answer } = (answered as { data: { citations: Json[]; answer: string } }).data;
      expect(answer).toContain('0.01 mg/kg');
      expect(citations[0]).toMatchObject({ n: 1, fileName: 'pediatric-anaphylaxis.pdf', pages: [1, 2] });
      expect(String(citations[0]?.excerpt)).toContain('0.01 mg/kg');
      // One request from outside, one correlation, and whoever read the answer is on record.
      const correlations = (events as { metadata: { correlationId: string } }[]).map(
        ({ metadata }) => metadata.correlationId,
      );
      expect(new Set(correlations).size).toBe(1);
      await server.settled();
      const reads = (await server.get('/api/audit/entries?type=AnswerRead')) as unknown as Json[];
      // Once as the answer that was waited for, once as the resource.
      expect(reads).toMatchObject([{ actorId: 'tester' }, { actorId: 'tester' }]);
    });
  });
});
