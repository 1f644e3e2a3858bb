import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodeHasher } from '../../../infra/installation/node-hasher.ts';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import { createEndpointReranker } from '../../../infra/models/reranking/endpoint-reranker.ts';
import { createMemoryCache } from '../../../infra/storage/cache/memory-cache.ts';
import { unwatchedComponents } from '../../../ports/component-health.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import { createSearchResultCache } from '../../../projections/search/search-result-cache.ts';
import {
  fakeCohere,
  type RerankReply,
  type RerankServer,
  startRerankServer,
} from '../../support/rerank-server.ts';
import { openSearchOnTables, type SearchOnTables } from '../../support/search-on-tables.ts';
import { givenPassage } from '../../unit/domain/retrieval/given-passages.ts';

let tables: SearchOnTables;
beforeAll(async () => {
  tables = await openSearchOnTables();
});
afterAll(() => tables.dispose());
beforeEach(async () => {
  Object.assign(tables.state, { position: 0, generation: 1, denseSearches: 0, dense: async () => [] });
  await tables.createTables();
});
const put = (docKey: string, title: string, text: string): Promise<void> =>
  tables.put(docKey, givenPassage({ docKey, title, text }));

describe('searching in several wordings', () => {
  const dosing = { query: 'epi dose anaphylaxis peds', filters: {}, limit: 10 };
  beforeEach(() => put('protocol-a', 'Allergy', 'Epinephrine 0.01 mg/kg IM for anaphylaxis of a child.'));

  it('embeds and searches the question and all its variations', async () => {
    const embedded: string[] = [];
    const local = createLocalEmbedder();
    const embedQuery = async (text: string): Promise<Float32Array> => {
      embedded.push(text);
      return local.embedQuery(text);
    };
    const { search } = tables.openSearch({}, { ...local, embedQuery });
    const { interpretation, sources } = await search(dosing);
    expect(interpretation.variations.length).toBeGreaterThan(1);
    expect(embedded).toEqual([interpretation.searchedFor, ...interpretation.variations]);
    expect(tables.state.denseSearches).toBe(embedded.length);
    expect(sources.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });

  it('marks every wording of a PHI question for the embedder, so that none is cached', async () => {
    const flags: unknown[] = [];
    const local = createLocalEmbedder();
    const embedQuery: typeof local.embedQuery = async (text, options) => {
      flags.push(options?.phi);
      return local.embedQuery(text, options);
    };
    await tables.openSearch({}, { ...local, embedQuery }).search({ ...dosing, phi: true });
    expect(flags.length).toBeGreaterThan(1);
    expect(new Set(flags)).toEqual(new Set([true]));
  });

  it('uses variations always or never when configured', async () => {
    const { search } = tables.openSearch();
    await search({ ...dosing, variations: 'off' });
    expect(tables.state.denseSearches).toBe(1);
    await search({ ...dosing, query: 'asthma', variations: 'on' });
    expect(tables.state.denseSearches).toBeGreaterThan(2);
  });

  it('searches once when one wording is enough', async () => {
    await tables.openSearch().search({ ...dosing, query: 'stroke' });
    expect(tables.state.denseSearches).toBe(1);
  });

  it('includes the results of variations in the fusion', async () => {
    await put('protocol-b', 'Allergy', 'A child with anaphylaxis: give epinephrine, then watch the airway.');
    const local = createLocalEmbedder();
    const fusedOf = async (hit: string) => {
      let wordings = 0;
      const embedQuery = async (): Promise<Float32Array> => {
        wordings += 1;
        return Float32Array.of(wordings);
      };
      tables.state.dense = async ([wording]) => (wording === 1 ? [] : [{ chunkId: hit, similarity: 0.9 }]);
      const { results } = await tables
        .openSearch({}, { ...local, embedQuery })
        .search({ ...dosing, debug: true });
      return new Map(results.map(({ passage, stages }) => [passage.docKey, stages?.fused ?? 0]));
    };
    const forA = await fusedOf('protocol-a@1#0');
    const forB = await fusedOf('protocol-b@1#0');
    expect(forA.get('protocol-a') ?? 0).toBeGreaterThan(forA.get('protocol-b') ?? 0);
    expect(forB.get('protocol-b') ?? 0).toBeGreaterThan(forB.get('protocol-a') ?? 0);
  });

  it('continues without a variation that fails or hangs', async () => {
    const local = createLocalEmbedder();
    let wordings = 0;
    const embedQuery = (text: string): Promise<Float32Array> => {
      wordings += 1;
      if (wordings === 2) return Promise.reject(new Error('down'));
      return wordings === 3 ? new Promise(() => {}) : local.embedQuery(text);
    };
    const { search } = tables.openSearch({ stageTimeout: 200 }, { ...local, embedQuery });
    const { results, sources } = await search(dosing);
    expect(results).toHaveLength(1);
    expect(sources[0]).toMatchObject({ source: 'dense', outcome: 'ok' });
  });
});

describe('reranking the best passages', () => {
  let server: RerankServer;
  let reply: Parameters<typeof startRerankServer>[0];
  const request = { query: 'seizure', filters: {}, limit: 2 };

  /** Prefers passages about midazolam. */
  const prefersMidazolam: typeof reply = ({ body }) => {
    const texts = body.documents as readonly string[];
    const results = texts.map((text, index) => ({
      index,
      relevance_score: text.includes('Midazolam') ? 1 : 0,
    }));
    return { text: JSON.stringify({ results }) } satisfies RerankReply;
  };
  const openSearch = (options: { timeout?: number; leavesThePremises?: boolean; cached?: boolean } = {}) => {
    const { timeout = 2000, leavesThePremises = false } = options;
    const reranker = createEndpointReranker({
      url: server.url,
      dialect: 'cohere',
      model: 'judge',
      leavesThePremises,
      metrics: silentMetrics,
      health: unwatchedComponents,
      timeout,
    });
    return tables.openSearch({
      reranking: { reranker, timeout },
      ...(options.cached
        ? {
            resultCache: createSearchResultCache({
              cache: createMemoryCache(),
              hasher: nodeHasher,
              metrics: silentMetrics,
              logger: silentLogger,
            }),
          }
        : {}),
    });
  };

  beforeEach(async () => {
    reply = prefersMidazolam;
    server = await startRerankServer((call) => reply(call));
    await put('protocol-a', 'Seizure', 'Seizure care: protect the head of a seizure patient.');
    await put('protocol-b', 'Seizure', 'Seizure care: watch the airway of a seizure patient closely.');
    await put(
      'protocol-c',
      'Sedation',
      'Midazolam 10 mg IM stops a seizure within minutes, call for help early.',
    );
  });
  afterEach(() => server.close());
  const first = async (search: ReturnType<typeof openSearch>['search'], more = {}) =>
    (await search({ ...request, ...more })).results[0]?.passage.docKey;

  it('promotes the passage preferred by the cross-encoder, even from beyond the requested number', async () => {
    const without = await tables.openSearch().search(request);
    expect(without.results.map(({ passage }) => passage.docKey)).not.toContain('protocol-c');
    const { results, sources } = await openSearch().search({ ...request, debug: true });
    expect(results).toHaveLength(2);
    expect(results[0]?.passage.docKey).toBe('protocol-c');
    expect(results[0]?.stages?.rerank).toBe(1);
    expect(sources[2]).toMatchObject({ source: 'rerank', outcome: 'ok', found: 3 });
    expect(server.calls[0]?.body.query).toBe('seizure');
  });

  it('submits at most twenty passages', async () => {
    for (let index = 0; index < 30; index += 1) {
      await put(
        `protocol-more-${index}`,
        'Seizure',
        `Seizure ${'abcdefghij'.repeat(index)} ${index * 7919}.`,
      );
    }
    reply = fakeCohere;
    await openSearch().search({ ...request, limit: 30 });
    expect(server.calls[0]?.body.documents).toHaveLength(20);
  });

  it.each([
    ['fails', { status: 500, text: '' } as const, 'failed'],
    ['hangs', 'hang' as const, 'timeout'],
  ])('keeps the scores when the reranker %s, and says so', async (_, answer, outcome) => {
    reply = () => answer;
    const without = await tables.openSearch().search(request);
    const found = await openSearch({ timeout: answer === 'hang' ? 50 : 60_000, cached: true }).search(
      request,
    );
    expect(found.results).toEqual(without.results);
    expect(found.sources[2]).toMatchObject({ source: 'rerank', outcome, found: 0 });
  });

  it('caches no order made without the reranker', async () => {
    const { search } = openSearch({ cached: true });
    reply = () => ({ status: 500, text: '' });
    expect(await first(search)).not.toBe('protocol-c');
    reply = prefersMidazolam;
    expect(await first(search)).toBe('protocol-c');
    expect((await search(request)).cached).toBe(true);
    expect(server.calls).toHaveLength(2);
  });

  it('sends no question with PHI off the premises, and still searches', async () => {
    const outside = openSearch({ leavesThePremises: true });
    const { results, sources } = await outside.search({ ...request, phi: true });
    expect(server.calls).toEqual([]);
    expect(results).toHaveLength(2);
    expect(sources[2]).toMatchObject({ source: 'rerank', outcome: 'failed' });
    expect(await first(openSearch().search, { phi: true })).toBe('protocol-c');
  });

  it('sends no passage off the premises that seems to name a patient, and keeps its score', async () => {
    const text = 'Seizure care of patient John Miller, MRN 84736251, seen for a seizure.';
    await put('protocol-d', 'Seizure', text);
    const { results } = await openSearch({ leavesThePremises: true }).search({ ...request, limit: 10 });
    expect(results.map(({ passage }) => passage.docKey)).toContain('protocol-d');
    expect(server.calls[0]?.body.documents).toHaveLength(3);
    expect(JSON.stringify(server.calls)).not.toContain('Miller');
  });

  it('sends no passage of a marked document off the premises, even one that identifies no person', async () => {
    const text = 'Seizure care in the unmistakable case of the third ward, seizure after seizure.';
    await tables.put('protocol-d', givenPassage({ docKey: 'protocol-d', title: 'Seizure', text, phi: true }));
    const { results } = await openSearch({ leavesThePremises: true }).search({ ...request, limit: 10 });
    expect(results.map(({ passage }) => passage.docKey)).toContain('protocol-d');
    expect(server.calls[0]?.body.documents).toHaveLength(3);
    expect(JSON.stringify(server.calls)).not.toContain('unmistakable');
    await openSearch().search({ ...request, limit: 10 });
    expect(JSON.stringify(server.calls)).toContain('unmistakable');
  });

  it('is skipped when nothing was found', async () => {
    const { results, sources } = await openSearch().search({ ...request, query: 'xylophone' });
    expect([results.length, sources.length, server.calls.length]).toEqual([0, 2, 0]);
  });
});

describe('finding documents by their metadata', () => {
  const issued = (docKey: string, organization: string): Promise<void> =>
    tables.put(docKey, givenPassage({ docKey, organization }));

  it('examines each live document once, as of this moment', async () => {
    await issued('guideline-a', 'AHA');
    await issued('guideline-b', 'ERC');
    const { findDocuments } = tables.openSearch();
    const looked: string[] = [];
    const byAha = await findDocuments(({ docKey, organization }) => {
      looked.push(docKey);
      return organization === 'AHA';
    });
    expect(byAha).toEqual(['guideline-a']);
    expect(looked.toSorted()).toEqual(['guideline-a', 'guideline-b']);
    await issued('guideline-b', 'AHA');
    await tables.put('guideline-a');
    expect(await findDocuments(({ organization }) => organization === 'AHA')).toEqual(['guideline-b']);
  });
});
