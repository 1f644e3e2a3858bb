import { z } from 'zod';
import { decodeEmbeddings, encodeEmbeddings } from '../../../domain/knowledge/embedding-blob.ts';
import type { Database } from '../../../ports/database.ts';

/** Vectors by key (64 hexadecimal digits), persistent across restarts. */
export type VectorCache = {
  /** Returns the cached vectors among the keys, and marks them as used. */
  readonly get: (keys: readonly string[], dimensions: number) => Promise<ReadonlyMap<string, Float32Array>>;
  readonly put: (vectors: ReadonlyMap<string, Float32Array>) => Promise<void>;
};

/** Days without use until a vector is deleted. */
const KEPT_DAYS = 180;
const PURGE_INTERVAL_MS = 3_600_000;
/** Maximum rows deleted by one purge. */
const PURGE_ROWS = 10_000;
/**
 * Rows per statement. The embedded database runs in this process and blocks it meanwhile: with vectors of 3,072
 * dimensions 64 rows take about a tenth of a second, 512 half a second, 1,024 0.9 to 1.3 seconds.
 */
const BATCH = 64;

// Only the first use on a day is recorded: reading should not write.
const getSql = `
  with wanted as (select decode(k, 'hex') as key from unnest($1::text[]) as k),
  used as (
    update embedding_cache.vectors v set used_on = current_date
      from wanted where v.key = wanted.key and v.used_on < current_date)
  select encode(v.key, 'hex') as key, v.vector from embedding_cache.vectors v join wanted using (key)`;

// Ordered by key, so that two writers of the same rows cannot deadlock. An existing row is replaced only if it is
// damaged.
const putSql = `
  insert into embedding_cache.vectors as v (key, vector)
  select decode(p.key, 'hex'), decode(p.vector, 'base64')
    from unnest($1::text[], $2::text[]) as p (key, vector) order by p.key
  on conflict (key) do update set vector = excluded.vector
    where octet_length(v.vector) <> octet_length(excluded.vector)`;

const purgeSql = `
  delete from embedding_cache.vectors where key in (
    select key from embedding_cache.vectors
    where used_on < current_date - ${KEPT_DAYS} order by used_on limit ${PURGE_ROWS})`;

const rowSchema = z.object({ key: z.string(), vector: z.instanceof(Uint8Array) });

const slices = <T>(values: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(values.length / BATCH) }, (_, index) =>
    values.slice(index * BATCH, (index + 1) * BATCH),
  );

/** Creates a cache in a database table. */
export const createVectorCache = (database: Database): VectorCache => {
  let purgedAt = Number.NEGATIVE_INFINITY;

  const purgeSometimes = async (): Promise<void> => {
    const now = performance.now();
    if (now - purgedAt < PURGE_INTERVAL_MS) return;
    purgedAt = now;
    await database.query(purgeSql);
  };

  return {
    get: async (keys, dimensions) => {
      const found = new Map<string, Float32Array>();
      for (const part of slices(keys)) {
        for (const row of await database.query(getSql, [part])) {
          const { key, vector: bytes } = rowSchema.parse(row);
          const [vector] = decodeEmbeddings(bytes, dimensions);
          if (vector) found.set(key, vector);
        }
      }
      return found;
    },
    put: async (vectors) => {
      for (const part of slices([...vectors])) {
        await database.query(putSql, [
          part.map(([key]) => key),
          part.map(([, vector]) => Buffer.from(encodeEmbeddings([vector])).toString('base64')),
        ]);
      }
      await purgeSometimes();
    },
  };
};
