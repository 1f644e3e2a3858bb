import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { VectorHit } from '../../../domain/retrieval/vector-hit.ts';
import { nodeHasher } from '../../../infra/installation/node-hasher.ts';
import { createMemoryCache } from '../../../infra/storage/cache/memory-cache.ts';
import type { SearchOutcome } from '../../../ports/knowledge-search.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import { createSearchResultCache } from '../../../projections/search/search-result-cache.ts';
import { openSearchOnTables, type SearchOnTables } from '../../support/search-on-tables.ts';
import { givenPassage } from '../../unit/domain/retrieval/given-passages.ts';

const keysOf = ({ results }: SearchOutcome): readonly string[] =>
  results.map(({ passage }) => passage.docKey).sort();

const passageOf = (docKey: string, text = 'Epinephrine 0.5 mg IM for anaphylaxis.'): Passage =>
  givenPassage({ docKey, title: docKey, text });

describe('cached searches', () => {
  let tables: SearchOnTables;
  const openSearch = () =>
    tables.openSearch({
      resultCache: createSearchResultCache({
        cache: createMemoryCache(),
        hasher: nodeHasher,
        metrics: silentMetrics,
        logger: silentLogger,
      }),
    });
  const request = { query: 'epinephrine anaphylaxis', filters: {}, limit: 10 };

  beforeAll(async () => {
    tables = await openSearchOnTables();
  });
  afterAll(() => tables.dispose());
  beforeEach(async () => {
    Object.assign(tables.state, { position: 0, generation: 1, denseSearches: 0, dense: async () => [] });
    await tables.createTables();
    await tables.put('protocol-a', passageOf('protocol-a'));
  });

  it('are answered without searching again, even after events that change no document', async () => {
    const { search } = openSearch();
    const first = await search(request);
    tables.state.position += 5;
    const second = await search({ ...request, query: '  epinephrine\u0000anaphylaxis ' });
    expect([first.cached, second.cached]).toEqual([false, true]);
    expect(second.results).toEqual(first.results);
    expect(second.interpretation.original).toBe('  epinephrine\u0000anaphylaxis ');
    expect(second.index.position).toBe(tables.state.position);
    expect(tables.state.denseSearches).toBe(1);
  });

  it('are cached per person: neither the mark nor a skipped search reveals the searches of others', async () => {
    const { search } = openSearch();
    const [anna, ben] = [
      { ...request, askedBy: 'anna' },
      { ...request, askedBy: 'ben' },
    ];
    expect((await search(anna)).cached).toBe(false);
    expect((await search(ben)).cached).toBe(false);
    expect(tables.state.denseSearches).toBe(2);
    await Promise.all([search({ ...anna, limit: 7 }), search({ ...ben, limit: 7 })]);
    expect(tables.state.denseSearches).toBe(4);
    expect([(await search(anna)).cached, (await search(ben)).cached]).toEqual([true, true]);
  });

  it('immediately find a new document and the text of a new version, and no withdrawn one', async () => {
    const { search } = openSearch();
    await search(request);
    await tables.put(
      'protocol-b',
      passageOf('protocol-b', 'Epinephrine for anaphylaxis: repeat in 5 minutes.'),
    );
    expect(keysOf(await search(request))).toEqual(['protocol-a', 'protocol-b']);
    await tables.put(
      'protocol-b',
      passageOf('protocol-b', 'Epinephrine for anaphylaxis: repeat in 10 minutes.'),
    );
    const texts = (await search(request)).results.map(({ passage }) => passage.text);
    expect(texts.join()).toContain('10 minutes');
    expect(texts.join()).not.toContain('5 minutes');
    await tables.put('protocol-b');
    const after = await search(request);
    expect([keysOf(after), after.cached]).toEqual([['protocol-a'], false]);
    expect((await search(request)).cached).toBe(true);
  });

  it('are repeated in a rebuilt index, even at the same position', async () => {
    const { search } = openSearch();
    await search(request);
    tables.state.generation = 2;
    tables.state.position = 0;
    await tables.createTables();
    await tables.put('protocol-a', passageOf('protocol-a', 'Epinephrine, anaphylaxis: rebuilt.'));
    const after = await search(request);
    expect(after.cached).toBe(false);
    expect(after.results[0]?.passage.text).toContain('rebuilt');
  });

  it('neither show nor cache a document withdrawn during the search', async () => {
    const { search } = openSearch();
    await tables.put('protocol-b', passageOf('protocol-b', 'Anaphylaxis: give epinephrine early.'));
    const gate = Promise.withResolvers<readonly VectorHit[]>();
    tables.state.dense = () => gate.promise;
    const slow = search(request);
    await expect.poll(() => tables.state.denseSearches).toBe(1);
    await tables.put('protocol-b');
    tables.state.dense = async () => [];
    expect(keysOf(await search(request))).toEqual(['protocol-a']);
    gate.resolve([{ chunkId: 'protocol-b@1#0', similarity: 0.9 }]);
    expect(keysOf(await slow)).toEqual(['protocol-a']);
    expect(keysOf(await search(request))).toEqual(['protocol-a']);
  });

  it('do not cache the results of one search method alone', async () => {
    const { search } = openSearch();
    tables.state.dense = () => Promise.reject(new Error('down'));
    expect((await search(request)).sources[0]).toMatchObject({ source: 'dense', outcome: 'failed' });
    tables.state.dense = async () => [{ chunkId: 'protocol-a@1#0', similarity: 0.8 }];
    const after = await search(request);
    expect(after.cached).toBe(false);
    expect(after.sources[0]).toMatchObject({ source: 'dense', outcome: 'ok' });
  });

  it('share the work of equal concurrent searches', async () => {
    const { search } = openSearch();
    const all = await Promise.all(Array.from({ length: 20 }, () => search(request)));
    expect(tables.state.denseSearches).toBe(1);
    expect(new Set(all.map((outcome) => JSON.stringify(outcome.results))).size).toBe(1);
  });

  it('are correct under many concurrent changes, and include every change they must', async () => {
    const { search } = openSearch();
    for (let round = 1; round <= 40; round += 1) {
      const live = round % 3 !== 0;
      const others = [search(request), search(request)];
      await tables.put(
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
