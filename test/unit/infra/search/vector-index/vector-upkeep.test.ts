import { describe, expect, it } from 'vitest';
import type { SearchQuality } from '../../../../../domain/retrieval/dense/search-quality.ts';
import { runVectorUpkeep } from '../../../../../infra/search/vector-index/run-vector-upkeep.ts';
import { createVectorUpkeep } from '../../../../../infra/search/vector-index/vector-upkeep.ts';
import type { Database } from '../../../../../ports/database.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import type { VectorIndex } from '../../../../../ports/vector-index.ts';
import { searchOfMany } from '../../../../contract/approximate-search.contract.ts';

const never = new AbortController().signal;
const G1 = 'search_g1';

/**
 * An index of the given number of passages, of which a graph with fewer candidates than `enough` finds one in
 * two.
 */
const openIndex = ({ vectors = 1000, enough = 0, hasGraph = true } = {}) => {
  const asked: ('exact' | number)[] = [];
  const stored = new Map<string, SearchQuality>();
  let tended = 0;
  const hits = Array.from({ length: 60 }, (_, n) => ({ chunkId: `a@1#${n}`, similarity: 1 - n / 1000 }));
  const index: Pick<VectorIndex, 'search' | 'approximate'> = {
    search: async (_generation, question) => {
      const precision = question.precision ?? 'exact';
      asked.push(precision === 'exact' ? precision : precision.ef);
      return precision === 'exact' || precision.ef >= enough ? hits : hits.slice(0, 30);
    },
    approximate: {
      shapeOf: async () => ({ vectors, hasGraph, missing: 0 }),
      tend: async () => {
        tended += 1;
      },
      sample: async (_generation, count) => Array.from({ length: count }, () => Float32Array.from([1, 0])),
    },
  };
  const upkeep = createVectorUpkeep({
    vectors: index as VectorIndex,
    qualities: {
      recent: async () => undefined,
      read: async (generation) => {
        const quality = stored.get(generation);
        return quality && { ...quality, measuredAt: '2026-01-01T00:00:00.000Z', ageMs: 0 };
      },
      store: async (generation, quality) => void stored.set(generation, quality),
      keep: async () => {},
    },
    configuration: searchOfMany,
    logger: silentLogger,
  });
  return { upkeep, stored, asked, tended: () => tended };
};

describe('the maintenance of vectors', () => {
  it('enables a graph with sufficient recall, with the fewest candidates that reach it', async () => {
    const { upkeep, stored } = openIndex({ enough: 256 });
    await upkeep.tend(G1, never);
    expect(stored.get(G1)).toEqual({ vectors: 1000, ef: 256, reason: 'measured', recall: 1, probes: 48 });
  });

  it('falls back on comparing every vector when no setting of the graph finds enough', async () => {
    const { upkeep, stored, asked } = openIndex({ enough: 5000 });
    await upkeep.tend(G1, never);
    expect(stored.get(G1)).toEqual({ vectors: 1000, reason: 'low_recall', recall: 0.5, probes: 48 });
    expect([...new Set(asked)]).toEqual(['exact', 128, 256, 512]);
    // Bounded: every query once exactly, and once with each setting.
    expect(asked).toHaveLength(4 * 48);
  });

  it('measures neither few vectors nor many without a graph', async () => {
    for (const [options, reason] of [
      [{ vectors: 200 }, 'small'],
      [{ hasGraph: false }, 'no_graph'],
    ] as const) {
      const { upkeep, stored, asked } = openIndex(options);
      await upkeep.tend(G1, never);
      expect(stored.get(G1)).toMatchObject({ reason, probes: 0 });
      expect(asked).toEqual([]);
    }
  });

  it('reuses a fresh measurement', async () => {
    const { upkeep, tended } = openIndex();
    await upkeep.look(G1, never);
    await upkeep.look(G1, never);
    expect(tended()).toBe(1);
  });
});

describe('vectors missing from their index', () => {
  /** Checks that find the given number missing, and the number of rebuilds that they request. */
  const rebuildsAfter = async (missing: readonly number[], building = false): Promise<number> => {
    const stop = new AbortController();
    const looks = [...missing];
    let asked = 0;
    const lease = {
      name: 'vector-upkeep',
      fence: 1,
      signal: never,
      isHeld: () => true,
      confirm: async () => {},
      release: async () => {},
    };
    await runVectorUpkeep(
      {
        database: {} as Database,
        generations: {
          list: async () =>
            (building ? (['live', 'building'] as const) : (['live'] as const)).map((state, at) => ({
              projection: 'search',
              generation: at + 1,
              definitionVersion: 1,
              state,
              position: 0,
              target: 0,
            })),
        },
        leases: { acquire: async () => lease },
        rebuilds: {
          requestReset: async () => {
            asked += 1;
          },
        },
        upkeep: {
          tend: async () => {},
          settle: async () => {},
          look: async () => {
            const next = looks.shift();
            if (looks.length === 0) stop.abort();
            return { missing: next ?? 0 };
          },
        },
        qualities: { keep: async () => {} },
        logger: silentLogger,
        pause: 1,
      },
      stop.signal,
    );
    return asked;
  };

  it('trigger a rebuild when two checks in a row miss the same', async () => {
    expect(await rebuildsAfter([3, 3])).toBe(1);
  });

  it.each([
    ['one check misses some, while a document is being written', [3, 0, 3]],
    ['two checks miss different ones', [3, 2]],
    ['none is missing', [0, 0]],
  ])('trigger no rebuild when %s', async (_name, missing) => {
    expect(await rebuildsAfter(missing)).toBe(0);
  });

  it('wait for a rebuild that is in progress', async () => {
    expect(await rebuildsAfter([3, 3], true)).toBe(0);
  });
});
