import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServerDatabase, type ServerDatabase } from '../../support/server-database.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl)
  process.stdout.write('TEST_DATABASE_URL is not set: the tests of locked tables are skipped.\n');

/** A guideline of many sections, which exceeds the node's buffer. */
const book = (drug: string): string =>
  Array.from(
    { length: 260 },
    (_, at) =>
      `SECTION ${at + 1}\n\nGive ${drug} ${at + 1} mg to adults with condition number ${at + 1}.\nLook at the airway ${'and the skin '.repeat(40)}.\n`,
  ).join('\n');

type Found = {
  readonly results: readonly Json[];
  readonly sources: readonly { readonly source: string; readonly outcome: string }[];
};

describe.skipIf(!serverUrl)('locked tables of words', () => {
  let database: ServerDatabase;
  let dataDir: string;
  let server: InProcess;
  let holder: pg.Client;

  beforeAll(async () => {
    database = await createServerDatabase(serverUrl ?? '');
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-locked-'));
    server = await startInProcess({
      dataDir,
      environment: {
        DATABASE_URL: database.url,
        LEXICAL_INDEX: 'stored',
        // The minimum cache, so that each search queries the tables.
        LEXICAL_CACHE_MB: '1',
        SEARCH_TIMEOUT_MS: '4000',
      },
    });
    for (const drug of ['epinephrine', 'midazolam', 'naloxone'])
      await server.ingest(book(drug), `${drug}.txt`, { docKey: `guideline-${drug}` });
    await server.settled();
    holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await server.stop();
    await database[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  const lock = async (): Promise<void> => {
    await holder.query('begin');
    await holder.query(
      'lock table search_g1.lexical_postings, search_g1.lexical_words in access exclusive mode',
    );
  };
  const unlock = () => holder.query('rollback');
  // A second attempt needs to start without the lock of the first.
  afterEach(unlock);
  const search = async (query: string, more: Json = {}): Promise<Response> =>
    server.post('/api/search', { query, limit: 5, ...more });
  const found = async (query: string, more?: Json): Promise<Found> => {
    const body = await server.bodyOf(await search(query, more));
    expect(body).toMatchObject({ success: true });
    return body.data as Found;
  };
  const outcomes = async (query: string): Promise<Json> =>
    Object.fromEntries((await found(query)).sources.map(({ source, outcome }) => [source, outcome]));

  it('are bypassed: searches answer by meaning and say so, until the tables respond again', async () => {
    const written = await server.application.database.query('select from search_g1.lexical_postings limit 1');
    expect(written).toHaveLength(1);
    expect((await found('midazolam for adults')).results).not.toEqual([]);
    await lock();
    const without = await found('naloxone condition airway skin');
    expect(without.results[0]).toMatchObject({ docKey: 'guideline-naloxone' });
    expect(without.sources).toEqual([
      expect.objectContaining({ source: 'dense', outcome: 'ok' }),
      expect.objectContaining({ source: 'lexical', outcome: expect.stringMatching(/^(failed|timeout)$/) }),
    ]);
    // However many searches run meanwhile, connections of the node are left for the rest.
    await Promise.all(Array.from({ length: 30 }, (_, at) => found(`naloxone in condition number ${at}`)));
    // A known drug is filtered without words; only words can decide whether another name is a drug.
    const named = await found('look at the airway', { filters: { drug: ['naloxone'] } });
    expect(new Set(named.results.map(({ docKey }) => docKey))).toEqual(new Set(['guideline-naloxone']));
    expect((await search('look at the airway', { filters: { drug: ['unheardofine'] } })).status).toBe(503);
    await unlock();
    // By a word not fetched yet; those used above are left for a second attempt.
    await expect.poll(() => outcomes('epinephrine')).toMatchObject({ dense: 'ok', lexical: 'ok' });
    expect((await search('look at the airway', { filters: { drug: ['unheardofine'] } })).status).toBe(400);
  });
});
