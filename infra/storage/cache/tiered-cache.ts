import type { Cache } from '../../../ports/cache.ts';

const orNothing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch {
    return undefined;
  }
};

/**
 * Reads from the cache of this process first, then from the shared one. An entry that only the latter holds is
 * fetched each time, because its remaining lifetime is unknown. While the shared cache fails, only the local one is
 * used.
 */
export const createTieredCache = (own: Cache, shared: Cache): Cache => ({
  staysInProcess: false,
  get: async (key) => (await own.get(key)) ?? (await orNothing(shared.get(key))),
  set: async (key, value, ttl) => {
    await Promise.all([own.set(key, value, ttl), orNothing(shared.set(key, value, ttl))]);
  },
  delete: async (key) => {
    await Promise.all([own.delete(key), orNothing(shared.delete(key))]);
  },
});
