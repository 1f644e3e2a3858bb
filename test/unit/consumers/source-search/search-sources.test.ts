import { describe, expect, test } from 'vitest';
import { createSourceSearch } from '../../../../consumers/source-search/search-sources.ts';
import type { Evidence } from '../../../../domain/consultation/sources/evidence.ts';
import type { ExternalSource, SourceName } from '../../../../domain/consultation/sources/source-name.ts';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { detectPhi } from '../../../../domain/privacy/detect-phi.ts';
import { vocabularyWithoutCorpus } from '../../../../domain/retrieval/query/query-vocabulary.ts';
import { createMemoryCache } from '../../../../infra/storage/cache/memory-cache.ts';
import type { Cache } from '../../../../ports/cache.ts';
import type { EvidenceSource } from '../../../../ports/evidence-source.ts';
import { silentMetrics } from '../../../../ports/metrics.ts';
import type { PhiDetector } from '../../../../ports/phi-detector.ts';

type Search = EvidenceSource['search'];

const piece = (source: ExternalSource, id = '1'): Evidence => ({
  source,
  id,
  kind: 'article',
  title: `${source} ${id}`,
  text: 'Text.',
});

/** A source that counts its searches. */
const sourceOf = (name: ExternalSource, search: Search, refuses?: string) => {
  const asked: Parameters<Search>[0][] = [];
  const source: EvidenceSource = {
    name,

    refuses: () => refuses,
    search: (request) => {
      asked.push(request);
      return search(request);
    },
  };
  return { source, asked };
};

const screenByRules: Pick<PhiDetector, 'screen'> = {
  screen: async (text) => ({ ...detectPhi(text), failed: [] }),
};

const searchOf = (
  sources: readonly EvidenceSource[],
  more: {
    phiDetector?: Pick<PhiDetector, 'screen'>;
    cache?: Cache;
    maxParallel?: number;
    limit?: number;
  } = {},
) =>
  createSourceSearch({
    sources,
    phiDetector: screenByRules,
    vocabulary: vocabularyWithoutCorpus(),
    cache: createMemoryCache(),
    keyOf: (text) => `hash-of-${text.length}-${text.includes('naloxone')}-${text.includes('bob')}`,
    metrics: silentMetrics,
    maxParallel: 5,
    limit: 10,
    ...more,
  });

const request = (
  chosen: readonly SourceName[],
  question = 'naloxone dose',
  more: { signal?: AbortSignal; timeoutMs?: number; askedBy?: string } = {},
) => ({
  chosen,
  question,
  intent: 'drug_info',
  timeoutMs: 60_000,
  askedBy: 'alice',
  signal: new AbortController().signal,
  ...more,
});

describe('searching external sources', () => {
  test('asks all selected sources and merges their results', async () => {
    const pubmed = sourceOf('pubmed', async () => [piece('pubmed')]);
    const openfda = sourceOf('openfda', async () => [piece('openfda')]);
    const { evidence, outcomes, warnings } = await searchOf([pubmed.source, openfda.source])(
      request(['knowledge_base', 'pubmed', 'openfda', 'guidelines']),
    );
    expect(evidence.map(({ source }) => source)).toEqual(['pubmed', 'openfda']);
    expect(outcomes).toMatchObject([
      { source: 'pubmed', outcome: 'ok', found: 1, cached: false, redacted: false },
      { source: 'openfda', outcome: 'ok', found: 1, cached: false, redacted: false },
    ]);
    expect(warnings).toEqual([]);
  });

  test('asks nothing and screens nothing when no external source was selected', async () => {
    const unscreened = { screen: () => Promise.reject(new Error('not to be called')) };
    expect(await searchOf([], { phiDetector: unscreened })(request(['knowledge_base', 'notes']))).toEqual({
      evidence: [],
      outcomes: [],
      warnings: [],
    });
  });

  test('continues without failed sources, and reports them in words', async () => {
    const pubmed = sourceOf('pubmed', async () => [piece('pubmed')]);
    const openfda = sourceOf('openfda', () =>
      Promise.reject(new Failure(failure('unavailable', 'openFDA cannot be reached.'))),
    );
    const { evidence, outcomes, warnings } = await searchOf([pubmed.source, openfda.source])(
      request(['openfda', 'pubmed', 'uptodate']),
    );
    expect(evidence).toHaveLength(1);
    expect(outcomes).toMatchObject([
      { source: 'openfda', outcome: 'failed', reason: 'openFDA cannot be reached.' },
      { source: 'pubmed', outcome: 'ok' },
      { source: 'uptodate', outcome: 'not_configured' },
    ]);
    expect(warnings).toEqual(['A search in the drug labels of openFDA failed; the answer does without it.']);
  });

  test('waits no longer than its limit for a source that ignores its signal', async () => {
    const silent = sourceOf('pubmed', () => new Promise(() => {}));
    const { outcomes, warnings } = await searchOf([silent.source])(
      request(['pubmed'], 'naloxone dose', { timeoutMs: 1 }),
    );
    expect(outcomes).toMatchObject([{ source: 'pubmed', outcome: 'timeout' }]);
    expect(warnings).toHaveLength(1);
  });

  test('ends with the question, and reveals no secret in an error', async () => {
    const broken = sourceOf('pubmed', () => Promise.reject(new Error('naloxone for bob')));
    const stopped = await searchOf([broken.source])(
      request(['pubmed'], 'naloxone dose', { signal: AbortSignal.abort() }),
    );
    expect(stopped.outcomes).toMatchObject([{ outcome: 'skipped' }]);
    const { outcomes } = await searchOf([broken.source])(request(['pubmed']));
    expect(outcomes).toMatchObject([{ outcome: 'failed' }]);
    expect(JSON.stringify(outcomes)).not.toContain('bob');
  });

  test('sends terms alone, and reports that text was removed', async () => {
    const { source, asked } = sourceOf('pubmed', async () => []);
    const { outcomes } = await searchOf([source])(
      request(['pubmed'], 'John Smith, MRN 12345678, took heroin: naloxone?'),
    );
    expect(outcomes).toMatchObject([{ outcome: 'ok', redacted: true }]);
    expect(asked[0]?.terms.drugs).toContain('naloxone');
    expect(JSON.stringify(asked)).not.toMatch(/smith|12345678/i);
  });

  test.each<readonly [string, PhiDetector['screen']]>([
    ['fails', async () => ({ detected: true, findings: [], failed: ['presidio'] })],
    ['breaks', () => Promise.reject(new Error('broken'))],
    ['is switched off', async () => ({ detected: true, findings: [], failed: [], mode: 'off' })],
  ])('sends nothing when the detector of PHI %s', async (_, screen) => {
    const { source, asked } = sourceOf('pubmed', async () => []);
    const { outcomes } = await searchOf([source], { phiDetector: { screen } })(request(['pubmed']));
    expect(asked).toEqual([]);
    expect(outcomes).toMatchObject([{ outcome: 'skipped', found: 0 }]);
    expect(outcomes[0]?.reason).toMatch(/nothing was sent/);
  });

  test('sends nothing when no useful term is left, nor to a source that cannot use it', async () => {
    const pubmed = sourceOf('pubmed', async () => []);
    const openfda = sourceOf('openfda', async () => [], 'The question names no drug.');
    const search = searchOf([pubmed.source, openfda.source]);
    const empty = await search(request(['pubmed'], 'John Smith, MRN 12345678?'));
    expect(empty.outcomes).toMatchObject([{ outcome: 'skipped' }]);
    const unsuited = await search(request(['openfda']));
    expect(unsuited.outcomes).toMatchObject([{ outcome: 'skipped', reason: 'The question names no drug.' }]);
    expect([...pubmed.asked, ...openfda.asked]).toEqual([]);
  });

  test('caches results per user, under a key that reveals nothing', async () => {
    const entries = new Map<string, string>();
    const memory = createMemoryCache();
    const cache: Cache = {
      ...memory,
      set: async (key, value, ttl) => {
        entries.set(key, `${ttl} ${new TextDecoder().decode(value)}`);
        await memory.set(key, value, ttl);
      },
    };
    const { source, asked } = sourceOf('pubmed', async () => [piece('pubmed')]);
    const search = searchOf([source], { cache });
    await search(request(['pubmed'], 'how is naloxone dosed?'));
    const again = await search(request(['pubmed'], 'naloxone dosing'));
    expect(again.outcomes).toMatchObject([{ outcome: 'ok', found: 1, cached: true }]);
    expect(again.evidence).toEqual([piece('pubmed')]);
    expect(asked).toHaveLength(1);
    const bobs = await search(request(['pubmed'], 'naloxone dose', { askedBy: 'bob' }));
    expect(bobs.outcomes).toMatchObject([{ cached: false }]);
    expect(asked).toHaveLength(2);
    for (const [key, value] of entries) {
      expect(key).toMatch(/^evidence:hash-of-/);
      expect(value).toMatch(/^3600000 \[\{"source":"pubmed"/);
      expect(value).not.toContain('naloxone');
    }
  });

  test('caches no failures, and bypasses a cache that fails or holds malformed data', async () => {
    let calls = 0;
    const flaky = sourceOf('pubmed', async () => {
      calls += 1;
      if (calls === 1) throw new Failure(failure('unavailable', 'Away.'));
      return [piece('pubmed')];
    });
    const away = new Error('cache away');
    const noCache: Cache = {
      staysInProcess: false,
      get: () => Promise.reject(away),
      set: () => Promise.reject(away),
      delete: () => Promise.reject(away),
    };
    const search = searchOf([flaky.source], { cache: noCache });
    expect((await search(request(['pubmed']))).outcomes).toMatchObject([{ outcome: 'failed' }]);
    expect((await search(request(['pubmed']))).outcomes).toMatchObject([{ outcome: 'ok', found: 1 }]);
    const garbage: Cache = { ...noCache, get: async () => new TextEncoder().encode('[{"source":"x"}]') };
    const other = await searchOf([flaky.source], { cache: garbage })(request(['pubmed']));
    expect(other.outcomes).toMatchObject([{ outcome: 'ok', found: 1, cached: false }]);
  });

  test('respects the limit of concurrent requests, and takes at most the requested number of results', async () => {
    let atOnce = 0;
    let most = 0;
    const slow = (name: ExternalSource) =>
      sourceOf(name, async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce -= 1;
        return Array.from({ length: 9 }, (_, at) => piece(name, `${at}`));
      }).source;
    const search = searchOf([slow('pubmed'), slow('openfda'), slow('uptodate')], {
      maxParallel: 2,
      limit: 2,
    });
    const { outcomes } = await search(request(['pubmed', 'openfda', 'uptodate']));
    expect(most).toBe(2);
    expect(outcomes.map(({ found }) => found)).toEqual([2, 2, 2]);
  });
});
