import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { precisionReasons, type SearchQuality } from '../../../domain/retrieval/dense/search-quality.ts';
import type { Database } from '../../../ports/database.ts';

type KnownQuality = SearchQuality & {
  /** ISO 8601. */
  readonly measuredAt: string;
  /** Age of the measurement, by the clock of the database. */
  readonly ageMs: number;
};

/** The measured search quality of each generation, shared by all nodes. */
export type SearchQualities = {
  /** Reads with a cache of {@link FRESH_MS} milliseconds. */
  readonly recent: (generation: string) => Promise<KnownQuality | undefined>;
  readonly read: (generation: string) => Promise<KnownQuality | undefined>;
  readonly store: (generation: string, quality: SearchQuality) => Promise<void>;
  /** Deletes all other generations. */
  readonly keep: (generations: readonly string[]) => Promise<void>;
};

/** Milliseconds for which a node may continue with outdated settings after another node changed them. */
const FRESH_MS = 10_000;

const rowSchema = z.object({
  vectors: z.number(),
  ef: z.number().nullable(),
  reason: z.enum(precisionReasons),
  recall: z.number().nullable(),
  probes: z.number(),
  measured_at: z.string(),
  age: z.coerce.number(),
});

export const createSearchQualities = (
  database: Database,
  now: () => number = () => performance.now(),
): SearchQualities => {
  const recent = new Map<
    string,
    { readonly quality: Promise<KnownQuality | undefined>; readonly at: number }
  >();

  const read = async (generation: string): Promise<KnownQuality | undefined> => {
    const [row] = await database.query(
      `select vectors, ef, reason, recall, probes, measured_at,
              greatest(0, extract(epoch from now() - measured_at) * 1000)::float8 as age
         from coordination.vector_search where generation = $1`,
      [generation],
    );
    if (!row) return undefined;
    const { ef, recall, measured_at: measuredAt, age: ageMs, ...rest } = rowSchema.parse(row);
    return {
      ...rest,
      measuredAt,
      ageMs,
      ...omitUndefined({ ef: ef ?? undefined, recall: recall ?? undefined }),
    };
  };

  return {
    read,
    recent: (generation) => {
      const known = recent.get(generation);
      if (known && now() - known.at < FRESH_MS) return known.quality;
      const quality = read(generation);
      recent.set(generation, { quality, at: now() });
      // Failures are not cached.
      quality.catch(() => recent.delete(generation));
      return quality;
    },
    store: async (generation, { vectors, ef, reason, recall, probes }) => {
      await database.query(
        `insert into coordination.vector_search (generation, vectors, ef, reason, recall, probes)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (generation) do update set vectors = excluded.vectors, ef = excluded.ef,
           reason = excluded.reason, recall = excluded.recall, probes = excluded.probes, measured_at = now()`,
        [generation, vectors, ef ?? null, reason, recall ?? null, probes],
      );
      recent.delete(generation);
    },
    keep: async (generations) => {
      for (const known of recent.keys()) if (!generations.includes(known)) recent.delete(known);
      await database.query('delete from coordination.vector_search where generation <> all($1::text[])', [
        generations,
      ]);
    },
  };
};
