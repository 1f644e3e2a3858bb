import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Passage } from '../../domain/retrieval/passage.ts';
import { createMemoryCache } from '../../infra/cache/memory-cache.ts';
import { createLocalEmbedder } from '../../infra/embedding/local-embedder.ts';
import { nodeHasher } from '../../infra/node-hasher.ts';
import { systemClock } from '../../infra/system-clock.ts';
import type { SearchOutcome } from '../../ports/knowledge-search.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import type { VectorHit } from '../../ports/vector-index.ts';
import { generationSchema } from '../../projections/runner/projection-definition.ts';
import { createKnowledgeSearch } from '../../projections/search/create-knowledge-search.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import { createSearchResultCache } from '../../projections/search/search-result-cache.ts';
import { embedded, type TestDatabase } from '../support/databases.ts';
import { givenPassage } from '../unit/retrieval/given-passages.ts';

const keysOf = ({ results }: SearchOutcome): readonly string[] =>
  results.map(({ passage }) => passage.docKey).sort();

const passageOf = (docKey: string, text = 'Epinephrine 0.5 mg IM for anaphylaxis.'): Passage =>
  givenPassage({ docKey, title: docKey, text });

const local = createLocalEmbedder();

describe('remembered searches', () => {
  let opened: TestDatabase;
  let position: number;
  let generation: number;
  let denseSearches: number;
  let dense: () => Promise<readonly VectorHit[]>;

  const createTables = async (): Promise<void> => {
    const schema = generationSchema(SEARCH_PROJECTION, generation);
    await opened.database.execute(`create schema "${schema}";
      create table "${schema}".documents (doc_key text primary key, version integer, changed_at bigint not null);
      create table "${schema}".passages (chunk_id text primary key, doc_key text, index integer, live boolean, passage json)`);
  };
  /** What the search projection writes when a document goes live or, without a passage, is withdrawn. */
  const put = async (docKey: string, passage?: Passage): Promise<void> => {
    const schema = generationSchema(SEARCH_PROJECTION, generation);
    const next = position + 1;
    await opened.database.transaction(async (session) => {
      await session.query(`delete from "${schema}".passages where doc_key = $1`, [docKey]);
      if (passage) {
        await session.query(`insert into "${schema}".passages values ($1, $2, 0, true, $3::json)`, [
          passage.chunkId,
          docKey,
          JSON.stringify(passage),
        ]);
      }
      await session.query(
        `insert into "${schema}".documents values ($1, $2, $3)
         on conflict (doc_key) do update set version = excluded.version, changed_at = excluded.changed_at`,
        [docKey, passage ? passage.version : null, next],
      );
    });
    // As the projection's checkpoint: known once it is committed.
    position = next;
  };
  const openSearch = () =>
    createKnowledgeSearch({
      database: opened.database,
      readModels: { locate: async () => ({ generation, position }) },
      eventStore: { head: async () => position },
      vectors: {
        createGeneration: async () => {},
        putDocument: async () => {},
        search: () => {
          denseSearches += 1;
          return dense();
        },
      },
      embedders: { configured: local, all: [local] },
      modelOf: async () => local.model,
      clock: systemClock,
      logger: silentLogger,
      metrics: silentMetrics,
      resultCache: createSearchResultCache({
        cache: createMemoryCache(),
        hasher: nodeHasher,
        metrics: silentMetrics,
        logger: silentLogger,
      }),
    });
  const request = { query: 'epinephrine anaphylaxis', filters: {}, limit: 10 };

  beforeAll(async () => {
    opened = await embedded.open();
  });
  afterAll(() => opened.dispose());
  beforeEach(async () => {
    await opened.database.execute(
      `drop schema if exists "${generationSchema(SEARCH_PROJECTION, 1)}" cascade;
       drop schema if exists "${generationSchema(SEARCH_PROJECTION, 2)}" cascade`,
    );
    position = 0;
    generation = 1;
    denseSearches = 0;
    dense = async () => [];
    await createTables();
    await put('protocol-a', passageOf('protocol-a'));
  });

  it('answers again without searching, also when events went by that change no document', async () => {
    const { search } = openSearch();
    const first = await search(request);
    position += 5;
    const second = await search({ ...request, query: '  epinephrine\u0000anaphylaxis ' });
    expect([first.cached, second.cached]).toEqual([false, true]);
    expect(second.results).toEqual(first.results);
    expect(second.interpretation.original).toBe('  epinephrine\u0000anaphylaxis ');
    expect(second.index.position).toBe(position);
    expect(denseSearches).toBe(1);
  });

  it('finds a new document, the new text of a new version, and no withdrawn one, at once', async () => {
    const { search } = openSearch();
    await search(request);
    await put('protocol-b', passageOf('protocol-b', 'Epinephrine for anaphylaxis: repeat in 5 minutes.'));
    expect(keysOf(await search(request))).toEqual(['protocol-a', 'protocol-b']);
    await put('protocol-b', passageOf('protocol-b', 'Epinephrine for anaphylaxis: repeat in 10 minutes.'));
    const texts = (await search(request)).results.map(({ passage }) => passage.text);
    expect(texts.join()).toContain('10 minutes');
    expect(texts.join()).not.toContain('5 minutes');
    await put('protocol-b');
    const after = await search(request);
    expect([keysOf(after), after.cached]).toEqual([['protocol-a'], false]);
    expect((await search(request)).cached).toBe(true);
  });

  it('searches anew in a rebuilt index, also where positions are the same', async () => {
    const { search } = openSearch();
    await search(request);
    generation = 2;
    position = 0;
    await createTables();
    await put('protocol-a', passageOf('protocol-a', 'Epinephrine, anaphylaxis: rebuilt.'));
    const after = await search(request);
    expect(after.cached).toBe(false);
    expect(after.results[0]?.passage.text).toContain('rebuilt');
  });

  it('neither shows nor remembers what is withdrawn while a search is under way', async () => {
    const { search } = openSearch();
    await put('protocol-b', passageOf('protocol-b', 'Anaphylaxis: give epinephrine early.'));
    const gate = Promise.withResolvers<readonly VectorHit[]>();
    dense = () => gate.promise;
    const slow = search(request);
    await expect.poll(() => denseSearches).toBe(1);
    await put('protocol-b');
    dense = async () => [];
    expect(keysOf(await search(request))).toEqual(['protocol-a']);
    gate.resolve([{ chunkId: 'protocol-b@1#0', similarity: 0.9 }]);
    expect(keysOf(await slow)).toEqual(['protocol-a']);
    expect(keysOf(await search(request))).toEqual(['protocol-a']);
  });

  it('does not remember what one way of searching alone has found', async () => {
    const { search } = openSearch();
    dense = () => Promise.reject(new Error('down'));
    expect((await search(request)).sources[0]).toMatchObject({ source: 'dense', outcome: 'failed' });
    dense = async () => [{ chunkId: 'protocol-a@1#0', similarity: 0.8 }];
    const after = await search(request);
    expect(after.cached).toBe(false);
    expect(after.sources[0]).toMatchObject({ source: 'dense', outcome: 'ok' });
  });

  it('makes equal searches at the same time once', async () => {
    const { search } = openSearch();
    const all = await Promise.all(Array.from({ length: 20 }, () => search(request)));
    expect(denseSearches).toBe(1);
    expect(new Set(all.map((outcome) => JSON.stringify(outcome.results))).size).toBe(1);
  });

  it('answers right under many changes at the same time: what a search must know, it knows', async () => {
    const { search } = openSearch();
    for (let round = 1; round <= 40; round += 1) {
      const live = round % 3 !== 0;
      const others = [search(request), search(request)];
      await put(
        'protocol-b',
        live ? passageOf('protocol-b', `Epinephrine anaphylaxis round ${round}.`) : undefined,
      );
      others.push(search(request));
      const { results } = await search(request);
      const texts = results.map(({ passage }) => passage.text).join();
      expect(texts.includes(`round ${round}.`)).toBe(live);
      expect(texts.match(/round/g)?.length ?? 0).toBe(live ? 1 : 0);
      await Promise.all(others);
    }
  });
});
