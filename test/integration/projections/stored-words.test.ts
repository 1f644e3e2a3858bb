import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';
import { openServerMemory, type ServerMemory } from '../../support/server-memory.ts';
import { signTestToken } from '../../support/test-user.ts';

/** A protocol of many sections, of which a few exceed the node's buffer. */
const book = (drug: string): string =>
  Array.from(
    { length: 260 },
    (_, at) =>
      `SECTION ${at + 1}\n\nGive ${drug} ${at + 1} mg to adults with condition number ${at + 1}.\nLook at the airway ${'and the skin '.repeat(40)}.\n`,
  ).join('\n');

describe('words in tables, written by the search projection', () => {
  let dataDir: string;
  let memory: ServerMemory;
  let server: InProcess;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-words-'));
    memory = await openServerMemory();
    server = await startInProcess({ environment: { LEXICAL_INDEX: 'stored' }, dataDir, memory });
    for (const drug of ['epinephrine', 'midazolam', 'naloxone'])
      await server.ingest(book(drug), `${drug}.txt`, { docKey: `guideline-${drug}` });
    await server.settled();
  });
  afterAll(async () => {
    await server.dispose();
    await memory.dispose();
    await rm(dataDir, { recursive: true });
  });

  const run = (statement: string) => server.application.database.query(statement);
  const search = async (query: string): Promise<readonly Json[]> => {
    const response = await server.bodyOf(await server.post('/api/search', { query, limit: 5 }));
    return (response.data as { results: readonly Json[] }).results;
  };
  const verified = async (): Promise<unknown> => {
    for await (const line of server.application.http.projectionVerifier.verify(
      'search',
      new AbortController().signal,
    ))
      if (line.kind === 'result') return { difference: line.difference, leftOut: line.leftOut };
    return undefined;
  };

  it('are found there, and match the log to the byte', async () => {
    const [segments] = await run('select count(*)::integer as n from search_g1.lexical_segments');
    expect(Number(segments?.n)).toBeGreaterThan(0);
    const [first] = await search('midazolam for condition number 7');
    expect(first).toMatchObject({ docKey: 'guideline-midazolam' });
    expect(await verified()).toEqual({ difference: undefined, leftOut: [] });
  });

  it('vanish with an erased document, and leave nothing in the tables', async () => {
    const having = async (word: string): Promise<number> => {
      const [row] = await run(
        `select (select count(*) from search_g1.lexical_postings where term in ('t${word}', 'w${word}', 'd${word}'))
              + (select count(*) from search_g1.lexical_words where word = '${word}') as n`,
      );
      return Number(row?.n);
    };
    expect(await having('midazolam')).toBeGreaterThan(0);
    const subject = 'document:guideline-midazolam';
    const as = async (name: string) => ({
      authorization: `Bearer ${await signTestToken(name, ['compliance'])}`,
    });
    const { erasureId } = await server.command(
      'EraseSubject',
      { subject, reason: 'Asked for by letter.', basis: 'gdpr_art_17' },
      await as('okafor'),
    );
    await server.command('ConfirmErasure', { subject, erasureId }, await as('moreau'));
    await until('none of its words are left', async () => (await having('midazolam')) === 0);
    await server.settled();
    expect(await having('epinephrin')).toBeGreaterThan(0);
    expect((await search('midazolam for condition number 7')).map(({ docKey }) => docKey)).not.toContain(
      'guideline-midazolam',
    );
    expect(await verified()).toEqual({ difference: undefined, leftOut: [] });
  });

  it('move to memory and back by the setting, while searches continue', async () => {
    const before = await search('epinephrine for adults');
    for (const [home, generation] of [
      ['memory', 2],
      ['stored', 3],
    ] as const) {
      await server.stop();
      server = await startInProcess({ environment: { LEXICAL_INDEX: home }, dataDir, memory });
      expect(await search('epinephrine for adults')).toEqual(before);
      await until('the words have moved', async () => {
        const all = (await server.get('/api/admin/projections')) as unknown as Json[];
        return all.find(({ name }) => name === 'search')?.generation === generation;
      });
      expect(await search('epinephrine for adults')).toEqual(before);
    }
  });
});
