import { describe, expect, it } from 'vitest';
import { nodeHasher } from '../../../../infra/installation/node-hasher.ts';
import { createMemoryCache } from '../../../../infra/storage/cache/memory-cache.ts';
import type { Cache } from '../../../../ports/cache.ts';
import { silentLogger } from '../../../../ports/logger.ts';
import {
  createSearchResultCache,
  type FoundPassages,
  RESULTS_MS,
  type SearchIdentity,
} from '../../../../projections/search/search-result-cache.ts';

const identity: SearchIdentity = {
  query: 'epinephrine dose',
  filters: {},
  limit: 10,
  debug: false,
  forAnswer: false,
  variations: 'auto',
  specialties: [],
  models: ['local'],
  phi: false,
  askedBy: undefined,
  generation: 1,
  version: 7,
};

const found: FoundPassages = {
  results: [
    { chunkId: 'protocol-901@1#0', score: 0.9, stages: { lexical: 1.5 } },
    { chunkId: 'protocol-902@1#0', score: 0.25 },
  ],
  sources: [{ source: 'lexical', outcome: 'ok', found: 2, milliseconds: 1 }],
};

const harness = (options: { readonly cache?: Partial<Cache> } = {}) => {
  let time = 1;
  let searches = 0;
  const kept: string[] = [];
  const outcomes: string[] = [];
  const memory = createMemoryCache({ now: () => time });
  const cache: Cache = {
    ...memory,
    set: async (key, value, ttl) => {
      kept.push(`${key} ${new TextDecoder().decode(value)}`);
      await memory.set(key, value, ttl);
    },
    ...options.cache,
  };
  const results = createSearchResultCache({
    cache,
    hasher: nodeHasher,
    logger: silentLogger,
    metrics: {
      count: (name, labels) => outcomes.push('outcome' in labels ? String(labels.outcome) : name),
      gauge: () => {},
      forget: () => {},
      observe: () => {},
    },
  });
  return {
    kept,
    outcomes,
    searches: () => searches,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    find: (
      changed: Partial<SearchIdentity> = {},
      more: { mayKeep?: boolean; isUsable?: boolean; search?: () => Promise<FoundPassages> } = {},
    ) =>
      results.find({
        identity: { ...identity, ...changed },
        search: async () => {
          searches += 1;
          return more.search ? more.search() : found;
        },
        mayKeep: () => more.mayKeep ?? true,
        isUsable: async () => more.isUsable ?? true,
      }),
  };
};

describe('the cache of search results', () => {
  it('answers an equal search with the result of the first one', async () => {
    const { find, searches, outcomes } = harness();
    expect(await find()).toEqual({ found, cached: false });
    expect(await find()).toEqual({ found, cached: true });
    expect(searches()).toBe(1);
    expect(outcomes).toEqual(['miss', 'hit']);
  });

  it.each([
    ['another question', { query: 'Epinephrine dose' }],
    ['other filters', { filters: { stateCode: ['CA'] } }],
    ['more results', { limit: 20 }],
    ['explanations', { debug: true }],
    ['a search for citations', { forAnswer: true }],
    ['another specialty', { specialties: ['cardiology'] }],
    ['another model', { models: ['other'] }],
    ['a declaration of PHI', { phi: true }],
    ['another user', { askedBy: 'somebody else' }],
    ['a rebuilt index', { generation: 2 }],
    ['changed documents', { version: 8 }],
  ])('searches again for %s', async (_, changed) => {
    const { find, searches } = harness();
    await find();
    expect((await find(changed)).cached).toBe(false);
    expect(searches()).toBe(2);
  });

  it('treats filters as equal in any order', async () => {
    const { find } = harness();
    await find({ filters: { stateCode: ['CA', 'NV'], docKey: ['protocol-a'] } });
    expect((await find({ filters: { docKey: ['protocol-a'], stateCode: ['NV', 'CA', 'NV'] } })).cached).toBe(
      true,
    );
  });

  it('expires after an hour', async () => {
    const { find, pass } = harness();
    await find();
    pass(RESULTS_MS - 1);
    expect((await find()).cached).toBe(true);
    pass(2);
    expect((await find()).cached).toBe(false);
  });

  it('runs equal concurrent searches once, and different ones in parallel', async () => {
    const { find, searches, outcomes } = harness();
    const answers = await Promise.all([find(), find(), find(), find({ limit: 3 })]);
    expect(searches()).toBe(2);
    expect(answers.map((answer) => answer.cached)).toEqual([false, false, false, false]);
    expect(outcomes.sort()).toEqual(['miss', 'miss', 'shared', 'shared']);
  });

  it('passes a failure to all waiting callers, and retries for the next', async () => {
    const { find } = harness();
    const search = (): Promise<FoundPassages> => Promise.reject(new Error('down'));
    const both = await Promise.allSettled([find({}, { search }), find({}, { search })]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await find()).found).toEqual(found);
  });

  it('does not store results that must not be kept', async () => {
    const { find, kept } = harness();
    await find({}, { mayKeep: false });
    expect(kept).toEqual([]);
    expect((await find()).cached).toBe(false);
  });

  it('searches again when a cached passage no longer exists', async () => {
    const { find } = harness();
    await find();
    expect((await find({}, { isUsable: false })).cached).toBe(false);
  });

  it('stores neither the question nor any text, only a hash and ids', async () => {
    const { find, kept } = harness();
    await find({ query: 'my patient John Doe' });
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatch(/^search:[0-9a-f]{64} \{"results":\[\{"chunkId":"protocol-901@1#0"/);
    expect(kept.join()).not.toMatch(/john|doe/i);
  });

  it('neither writes a search with PHI to a cache outside this process nor reads it from there', async () => {
    const asked: string[] = [];
    const shared = {
      staysInProcess: false,
      get: async (key: string) => {
        asked.push(key);
        return undefined;
      },
    };
    const { find, kept } = harness({ cache: shared });
    await find({ phi: true });
    await find({ phi: true });
    expect([...asked, ...kept]).toEqual([]);
    await find();
    expect([asked.length, kept.length]).toEqual([1, 1]);
  });

  it('stores a search with PHI in memory', async () => {
    const { find } = harness();
    await find({ phi: true });
    expect((await find({ phi: true })).cached).toBe(true);
  });

  it('bypasses a cache that fails or holds malformed data', async () => {
    const down = () => Promise.reject(new Error('down'));
    const failing = harness({ cache: { get: down, set: down } });
    expect(await failing.find()).toEqual({ found, cached: false });
    expect(failing.outcomes).toEqual([
      'anamnesis_search_cache_failures_total',
      'anamnesis_search_cache_failures_total',
      'miss',
    ]);
    const garbled = harness({ cache: { get: async () => new TextEncoder().encode('{"results":3}') } });
    expect(await garbled.find()).toEqual({ found, cached: false });
  });
});
