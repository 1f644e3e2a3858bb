import { z } from 'zod';
import { decodeEmbeddings, encodeEmbeddings } from '../../../domain/knowledge/embedding-blob.ts';
import type { Database } from '../../../ports/database.ts';

/** Vectors by key (64 hexadecimal digits), kept across restarts. */
export type VectorCache = {
  /** Those that are known. Marks them as used. */
  readonly get: (keys: readonly string[], dimensions: number) => Promise<ReadonlyMap<string, Float32Array>>;
  readonly put: (vectors: ReadonlyMap<string, Float32Array>) => Promise<void>;
};

/** Days without use after which a vector is forgotten. */
const KEPT_DAYS = 180;
const PURGE_INTERVAL_MS = 3_600_000;
/** Rows removed in one go. */
const PURGE_ROWS = 10_000;
/**
 * Rows of one statement. The embedded database works in this process and holds everything else up meanwhile: with
 * vectors of 3,072 dimensions 512 rows took half a second, 64 about a tenth; 1,024 rows took 0.9 and 1.3 seconds.
 */
const BATCH = 64;

// A day's first use is noted, the others are not: reading should not write.
const getSql = `
  with wanted as (select decode(k, 'hex') as key from unnest($1::text[]) as k),
  used as (
    update embedding_cache.vectors v set used_on = current_date
      from wanted where v.key = wanted.key and v.used_on < current_date)
  select encode(v.key, 'hex') as key, v.vector from embedding_cache.vectors v join wanted using (key)`;

// In the order of keys, so that two writers of the same rows do not wait for each other in a circle. What is there
// stays, unless it is damaged.
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

/** The cache in a table of the database. */
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
