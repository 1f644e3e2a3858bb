import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { hashEmbedding } from '../../../../../domain/retrieval/dense/hash-embedding.ts';
import { REMEMBERED_QUERIES } from '../../../../../infra/models/embedding/cache-query-embeddings.ts';
import { createCachingEmbedder } from '../../../../../infra/models/embedding/caching-embedder.ts';
import { createEmbeddingKey } from '../../../../../infra/models/embedding/embedding-key.ts';
import { serviceAt } from '../../../../../infra/models/embedding/embedding-models.ts';
import { createLocalEmbedder } from '../../../../../infra/models/embedding/local-embedder.ts';
import { createOpenAiCompatibleEmbedder } from '../../../../../infra/models/embedding/openai-compatible-embedder.ts';
import { createVectorCache } from '../../../../../infra/models/embedding/vector-cache.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';
import { createMemoryCache } from '../../../../../infra/storage/cache/memory-cache.ts';
import type { Cache } from '../../../../../ports/cache.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import type { Database } from '../../../../../ports/database.ts';
import type { EmbeddedPart, Embedder } from '../../../../../ports/embedder.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import type { Metrics } from '../../../../../ports/metrics.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { databaseKinds, type TestDatabase } from '../../../../support/databases.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../../support/embedding-server.ts';

const keyOf = createEmbeddingKey(new Uint8Array(32));

const neverAborted = new AbortController().signal;

/** The built-in model with a price, a list of its inputs, and a switch that breaks it. */
const countingEmbedder = (name = 'counted') => {
  const local = createLocalEmbedder();
  const passages: string[] = [];
  const queries: string[] = [];
  const state = { failAfter: Number.POSITIVE_INFINITY };
  const refuseIfFailing = (): void => {
    if (passages.length + queries.length >= state.failAfter)
      throw new Failure(failure('external_api_error', 'The embedding service is down.'));
  };
  const embedder: Embedder = {
    model: { ...local.model, name, batchSize: 4 },
    embedPassages: async (texts, options) => {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += 4) {
        const part = texts.slice(from, from + 4);
        refuseIfFailing();
        passages.push(...part);
        const made = await local.embedPassages(part, { signal: options?.signal ?? neverAborted });
        await options?.onPart?.({ ...made, texts: part });
        vectors.push(...made.vectors);
      }
      return { vectors, tokens: texts.length, costUsd: texts.length / 100 };
    },
    embedQuery: async (text) => {
      refuseIfFailing();
      queries.push(text);
      await new Promise((resolve) => setTimeout(resolve, 10));
      return local.embedQuery(text);
    },
  };
  return { embedder, passages, queries, state };
};

const countingMetrics = () => {
  const counted: Record<string, number> = {};
  const metrics: Metrics = {
    ...silentMetrics,
    count: (name, labels = {}, by = 1) => {
      const key = [name, ...Object.values(labels)].join(' ');
      counted[key] = (counted[key] ?? 0) + by;
    },
  };
  return { counted, metrics };
};

/** The adapter of a real endpoint, at a thousand dollars per million tokens: a dollar buys a thousand words. */
const endpointAt = (server: EmbeddingServer, batchSize: number) => {
  const { counted, metrics } = countingMetrics();
  const baseUrl = new URL(server.baseUrl);
  const embedder = createOpenAiCompatibleEmbedder({
    baseUrl,
    service: serviceAt(baseUrl),
    model: 'a-model',
    dimensions: server.dimensions,
    leavesThePremises: true,
    batchSize,
    usdPerMillionTokens: 1000,
    countTokens: countCl100kTokens,
    metrics,
    health: unwatchedComponents,
  });
  return { embedder, counted };
};

for (const kind of databaseKinds) {
  describe(`passages embedded before, in ${kind.name}`, () => {
    let opened: TestDatabase;
    let database: Database;
    beforeEach(async () => {
      opened = await kind.openMigrated();
      database = opened.database;
    });
    afterEach(() => opened.dispose());

    const cached = (embedder: Embedder, metrics = silentMetrics, of = database): Embedder =>
      createCachingEmbedder({
        embedder,
        vectors: createVectorCache(of),
        queries: createMemoryCache(),
        keyOf,
        metrics,
        logger: silentLogger,
      });

    it('are not embedded again: in the same call, the next one, or after a restart', async () => {
      const { embedder, passages } = countingEmbedder();
      const { counted, metrics } = countingMetrics();
      const first = await cached(embedder, metrics).embedPassages(['seizure', 'burn', 'seizure']);
      expect(passages).toEqual(['seizure', 'burn']);
      expect(first.costUsd).toBeCloseTo(0.02, 10);

      const again = await cached(embedder, metrics).embedPassages(['burn', 'fracture', 'seizure']);
      expect(passages).toEqual(['seizure', 'burn', 'fracture']);
      expect(again.costUsd).toBeCloseTo(0.01, 10);
      expect(again.tokens).toBe(1);
      expect(again.vectors).toEqual(['burn', 'fracture', 'seizure'].map((text) => hashEmbedding(text)));
      expect(counted['anamnesis_embedding_cache_total passages hit']).toBe(3);
      expect(counted['anamnesis_embedding_cache_total passages miss']).toBe(3);
    });

    it('are embedded again by another model', async () => {
      const one = countingEmbedder('one');
      const two = countingEmbedder('two');
      await cached(one.embedder).embedPassages(['seizure']);
      await cached(two.embedder).embedPassages(['seizure']);
      expect(two.passages).toEqual(['seizure']);
    });

    it('are kept as far as embedding got before it failed', async () => {
      const { embedder, passages, state } = countingEmbedder();
      const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
      state.failAfter = 20;
      await expect(cached(embedder).embedPassages(texts)).rejects.toThrow('down');
      const paidFor = passages.length;
      expect(paidFor).toBeGreaterThan(0);
      state.failAfter = Number.POSITIVE_INFINITY;
      await cached(embedder).embedPassages(texts);
      expect(passages).toHaveLength(40);
      expect(new Set(passages)).toHaveLength(40);
    });

    it('are embedded and billed once when several calls need them concurrently', async () => {
      await using server = await startEmbeddingServer({ latency: 30 });
      const { embedder } = endpointAt(server, 4);
      const through = cached(embedder);
      const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);
      const answers = await Promise.all([
        through.embedPassages(texts),
        through.embedPassages(texts.toReversed()),
        through.embedPassages(['text 3', 'only here', 'text 3']),
      ]);
      expect(server.texts().toSorted()).toEqual([...texts, 'only here'].toSorted());
      expect(answers[1]?.vectors.toReversed()).toEqual(answers[0]?.vectors);
      expect(answers[2]?.vectors[0]).toEqual(answers[0]?.vectors[3]);
      const tokens = answers.reduce((sum, answer) => sum + answer.tokens, 0);
      expect(tokens).toBe(26);
    });

    it('are embedded for the remaining callers when the call that asked for them is cancelled or fails', async () => {
      await using server = await startEmbeddingServer({ latency: 50 });
      const { embedder } = endpointAt(server, 4);
      const through = cached(embedder);
      const stop = new AbortController();
      const gone = through.embedPassages(['seizure', 'burn'], { signal: stop.signal });
      const stays = through.embedPassages(['burn', 'fracture']);
      await expect.poll(() => server.received.length).toBeGreaterThan(0);
      stop.abort();
      await expect(gone).rejects.toThrow(/abort/i);
      expect((await stays).vectors).toHaveLength(2);

      server.state.always = { do: 'refuse', status: 400, only: (asked) => asked.includes('poison') };
      const refused = through.embedPassages(['poison', 'snake']);
      const other = through.embedPassages(['snake', 'spider']);
      await expect(refused).rejects.toThrow(/refused/);
      expect((await other).vectors).toHaveLength(2);
    });

    it('delay no caller beyond its own deadline', async () => {
      await using server = await startEmbeddingServer();
      server.state.always = { do: 'hang' };
      const { embedder } = endpointAt(server, 4);
      const through = cached(embedder);
      const gone = new AbortController();
      const first = through.embedPassages(['seizure'], { signal: gone.signal });
      await expect.poll(() => server.received.length).toBe(1);
      await expect(through.embedPassages(['seizure'], { signal: AbortSignal.timeout(30) })).rejects.toThrow();
      // The first caller still waits.
      expect(server.state.underWay).toBe(1);
      gone.abort();
      await expect(first).rejects.toThrow(/abort/i);
    });

    it('are kept and billed per request, even when one request is refused', async () => {
      await using server = await startEmbeddingServer();
      const { embedder, counted } = endpointAt(server, 100);
      const texts = Array.from({ length: 256 }, (_, index) => `text ${index}`);
      server.state.always = { do: 'refuse', status: 400, only: (asked) => asked.includes('text 255') };
      let spentUsd = 0;
      const onPart = ({ costUsd }: EmbeddedPart): void => {
        spentUsd += costUsd ?? 0;
      };
      await expect(cached(embedder).embedPassages(texts, { onPart })).rejects.toThrow(/refused/);
      const [row] = await database.query('select count(*)::int as rows from embedding_cache.vectors');
      expect(row?.rows).toBe(200);
      expect(spentUsd).toBeCloseTo(0.4, 9);
      expect(counted.anamnesis_embedding_cost_usd_total).toBeCloseTo(0.4, 9);

      delete server.state.always;
      const before = server.received.length;
      const { vectors, costUsd } = await cached(embedder).embedPassages(texts);
      expect(vectors).toHaveLength(256);
      expect(costUsd).toBeCloseTo(0.112, 9);
      expect(server.received.slice(before).map(({ body }) => body.input)).toEqual([texts.slice(200)]);
      expect(server.state.mostUnderWay).toBeLessThanOrEqual(4);
    });

    it('leave nothing behind when they hold PHI', async () => {
      const { embedder, passages } = countingEmbedder();
      await cached(embedder).embedPassages(['seizure'], { phi: true });
      await cached(embedder).embedPassages(['seizure'], { phi: true });
      expect(passages).toEqual(['seizure', 'seizure']);
      expect(await database.query('select 1 from embedding_cache.vectors')).toHaveLength(0);
    });

    it('are kept without their text', async () => {
      await cached(countingEmbedder().embedder).embedPassages(['unmistakable']);
      const rows = await database.query('select v::text as row from embedding_cache.vectors v');
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(Buffer.from('unmistakable').toString('hex'));
    });

    it('can be written by many at once', async () => {
      const texts = Array.from({ length: 60 }, (_, index) => `text ${index}`);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          cached(countingEmbedder().embedder).embedPassages(index % 2 ? texts : texts.toReversed()),
        ),
      );
      expect(answers.every(({ vectors }) => vectors.length === 60)).toBe(true);
      const [row] = await database.query('select count(*)::int as rows from embedding_cache.vectors');
      expect(row?.rows).toBe(60);
    });

    it('are embedded again when the cache fails or holds damaged data', async () => {
      const { embedder, passages } = countingEmbedder();
      const { counted, metrics } = countingMetrics();
      const through = cached(embedder, metrics);
      await through.embedPassages(['seizure']);
      await database.query(`update embedding_cache.vectors set vector = decode('00ff', 'hex')`);
      expect((await through.embedPassages(['seizure'])).vectors).toEqual([hashEmbedding('seizure')]);
      await through.embedPassages(['seizure']);
      expect(passages).toHaveLength(2);
      await database.execute('drop table embedding_cache.vectors');
      expect((await through.embedPassages(['seizure'])).vectors).toEqual([hashEmbedding('seizure')]);
      expect(passages).toHaveLength(3);
      expect(counted.anamnesis_embedding_cache_failures_total).toBe(3);
    });

    it('are evicted half a year after their last use, and not before', async () => {
      const { embedder, passages } = countingEmbedder();
      await cached(embedder).embedPassages(['used', 'unused', 'recent']);
      await database.query('update embedding_cache.vectors set used_on = current_date - 170');
      await cached(embedder).embedPassages(['used']);
      await database.query(
        'update embedding_cache.vectors set used_on = used_on - 11 where used_on < current_date',
      );
      await cached(embedder).embedPassages(['recent']);
      // A new cache evicts at its first write.
      await cached(embedder).embedPassages(['new']);
      passages.length = 0;
      await cached(embedder).embedPassages(['used', 'unused', 'recent', 'new']);
      expect(passages).toEqual(['unused']);
    });
  });
}

describe('questions asked before', () => {
  const cached = (
    embedder: Embedder,
    metrics = silentMetrics,
    queries: Cache = createMemoryCache({ maxEntries: REMEMBERED_QUERIES }),
  ): Embedder =>
    createCachingEmbedder({
      embedder,
      queries,
      keyOf,
      likenessOf: hashEmbedding,
      metrics,
      logger: silentLogger,
    });
  /** An external cache: it lists its entries, and can be made to fail. */
  const sharedCache = () => {
    const memory = createMemoryCache();
    const state = { keys: new Set<string>(), fails: false };
    const orFail = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      if (state.fails) throw new Failure(failure('unavailable', 'The cache cannot be reached.'));
      state.keys.add(key);
      return work();
    };
    const cache: Cache = {
      staysInProcess: false,
      get: (key) => orFail(key, () => memory.get(key)),
      set: (key, value, ttl) => orFail(key, () => memory.set(key, value, ttl)),
      delete: (key) => orFail(key, () => memory.delete(key)),
    };
    return { cache, state };
  };

  it('are not embedded again', async () => {
    const { embedder, queries } = countingEmbedder();
    const { counted, metrics } = countingMetrics();
    const through = cached(embedder, metrics);
    const first = await through.embedQuery('dose of epinephrine');
    expect(await through.embedQuery('dose of epinephrine')).toEqual(first);
    await through.embedQuery('dose of atropine');
    expect(queries).toEqual(['dose of epinephrine', 'dose of atropine']);
    expect(counted['anamnesis_embedding_cache_total queries hit']).toBe(1);
    expect(counted['anamnesis_embedding_cache_total queries miss']).toBe(2);
  });

  it('are embedded once for concurrent callers', async () => {
    const { embedder, queries } = countingEmbedder();
    const through = cached(embedder);
    await Promise.all(Array.from({ length: 20 }, () => through.embedQuery('dose of epinephrine')));
    expect(queries).toHaveLength(1);
  });

  it('are shared with another process on the same cache, but not with another model', async () => {
    const { cache } = sharedCache();
    const [one, two, other] = [countingEmbedder(), countingEmbedder(), countingEmbedder('other')];
    const first = await cached(one.embedder, silentMetrics, cache).embedQuery('burns');
    expect(await cached(two.embedder, silentMetrics, cache).embedQuery('burns')).toEqual(first);
    await cached(other.embedder, silentMetrics, cache).embedQuery('burns');
    expect([two.queries, other.queries]).toEqual([[], ['burns']]);
  });

  it('are embedded without the cache when it fails or holds other data', async () => {
    const { cache, state } = sharedCache();
    const { embedder, queries } = countingEmbedder();
    const { counted, metrics } = countingMetrics();
    const through = cached(embedder, metrics, cache);
    state.fails = true;
    expect(await through.embedQuery('burns')).toEqual(hashEmbedding('burns'));
    state.fails = false;
    await through.embedQuery('burns');
    for (const key of state.keys) await cache.set(key, new Uint8Array(3), 60_000);
    expect(await through.embedQuery('burns')).toEqual(hashEmbedding('burns'));
    expect(queries).toHaveLength(3);
    expect(counted.anamnesis_embedding_cache_failures_total).toBe(3);
  });

  it('leave nothing behind when they hold PHI, not even a derived name', async () => {
    const { cache, state } = sharedCache();
    const { embedder, queries, state: model } = countingEmbedder();
    const through = cached(embedder, silentMetrics, cache);
    const asked = 'Is amiodarone right for Jane Roe, who had three shocks?';
    await through.embedQuery(asked, { phi: true });
    await through.embedQuery(asked, { phi: true });
    expect(queries).toHaveLength(2);
    expect(state.keys.size).toBe(0);
    model.failAfter = 0;
    await expect(through.embedQuery(asked)).rejects.toThrow('down');
  });

  it('are still embedded for the others when one caller leaves', async () => {
    const { embedder, queries } = countingEmbedder();
    const through = cached(embedder);
    const stop = new AbortController();
    const gone = through.embedQuery('dose of epinephrine', { signal: stop.signal });
    const stays = through.embedQuery('dose of epinephrine');
    stop.abort();
    await expect(gone).rejects.toThrow(/abort/i);
    expect(await stays).toEqual(hashEmbedding('dose of epinephrine'));
    expect(queries).toHaveLength(1);
  });

  it('are cached up to a thousand, the most recent', async () => {
    const { embedder, queries } = countingEmbedder();
    const through = cached(embedder);
    await Promise.all(Array.from({ length: 1001 }, (_, index) => through.embedQuery(`question ${index}`)));
    queries.length = 0;
    await through.embedQuery('question 1000');
    await through.embedQuery('question 0');
    expect(queries).toEqual(['question 0']);
  });

  it('are requested again after a failure', async () => {
    const { embedder, state } = countingEmbedder();
    const through = cached(embedder);
    state.failAfter = 0;
    await expect(through.embedQuery('dose of epinephrine')).rejects.toThrow('down');
    state.failAfter = Number.POSITIVE_INFINITY;
    expect(await through.embedQuery('dose of epinephrine')).toEqual(hashEmbedding('dose of epinephrine'));
  });

  it('lend their vector to an equally worded one when the model is down, and to no other', async () => {
    const { embedder, state } = countingEmbedder();
    const { counted, metrics } = countingMetrics();
    const through = cached(embedder, metrics);
    const known = await through.embedQuery('What is the adult dose of epinephrine for cardiac arrest?');
    state.failAfter = 0;
    expect(await through.embedQuery('adult dose of epinephrine for cardiac arrest')).toEqual(known);
    expect(counted.anamnesis_embedding_alike_total).toBe(1);
    for (const other of [
      'pediatric dose of epinephrine for cardiac arrest',
      'adult dose of amiodarone for cardiac arrest',
      'burns',
    ])
      await expect(through.embedQuery(other)).rejects.toThrow('down');
  });
});
