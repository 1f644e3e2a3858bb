import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../ports/database.ts';
import { type InProcess, type Json, samplesFolder, startInProcess } from '../../support/server-in-process.ts';
import { openServerMemory, type ServerMemory } from '../../support/server-memory.ts';

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

describe('deleting every read model and index and replaying the log', () => {
  let dataDir: string;
  let memory: ServerMemory;
  let before: Map<string, string[]>;
  let resultsBefore: unknown[];
  let server: InProcess;

  const search = async (query: string): Promise<unknown> => {
    const { data } = await server.bodyOf(await server.post('/api/search', { query, limit: 10, debug: true }));
    return (data as Json).results;
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-replay-'));
    memory = await openServerMemory();
    server = await startInProcess({ dataDir, memory });
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
    // Searching records access events, which become audit rows: search first, then compare.
    resultsBefore = [];
    for (const question of questions) resultsBefore.push(await search(question));
    await server.settled();
    before = await dumpReadModels(server.application.database);
    for (const schema of new Set([...before.keys()].map((table) => table.split('.')[0]))) {
      await server.application.database.execute(`drop schema "${schema}" cascade`);
    }
    await server.application.database.execute('truncate projections.generations');
    await server.stop();
    server = await startInProcess({ dataDir, memory });
    await server.settled();
  });
  afterAll(async () => {
    await server.dispose();
    await memory.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('yields identical rows, byte for byte', async () => {
    const after = await dumpReadModels(server.application.database);
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [table, rows] of before) {
      expect(after.get(table), table).toEqual(rows);
    }
    // Every read model has rows, except those about actions that do not occur here: breaking the glass, sharing,
    // erasing, model calls, parking, reviews, sealing, timers and tokens.
    const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
    expect(empty).toEqual([
      'audit_reviews_g1.audit_reviews',
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

  it('yields the same search results', async () => {
    const after: unknown[] = [];
    for (const question of questions) after.push(await search(question));
    expect(after).toEqual(resultsBefore);
    expect(JSON.stringify(after)).toContain('guideline-pediatric-anaphylaxis');
  });
});
