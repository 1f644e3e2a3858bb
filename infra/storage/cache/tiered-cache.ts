import type { Cache } from '../../../ports/cache.ts';

const orNothing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch {
    return undefined;
  }
};

/**
 * Looks in this process first, then in the shared cache; an entry that only the latter has is fetched each time, since
 * its remaining lifetime is unknown. Goes on with this process alone while the shared one fails.
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
