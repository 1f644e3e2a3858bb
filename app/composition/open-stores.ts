import { traceStorage } from '../../infra/observability/spans/trace-storage.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { Foundation } from './open-foundation.ts';
import { openRateLimiter, openRedis } from './open-redis.ts';
import { openStorage, type Storage } from './open-storage.ts';

/** Permanent and short-lived stores. */
export type Stores = { readonly storage: Storage; readonly rateLimiter: RateLimiter };

/** The second stage of a start: opens everything that holds data. */
export const openStores = async (
  { configuration, replace, logger, metrics, health, traces, isTraced }: Foundation,
  resources: AsyncDisposableStack,
): Promise<Stores> => {
  const redis = await openRedis(configuration.redis, { logger, metrics, health }, resources);
  const storage = await openStorage({ configuration, replace, redis, logger, metrics }, resources);
  return {
    storage: isTraced ? traceStorage(storage, traces) : storage,
    rateLimiter: openRateLimiter(redis, storage.installationSecret, metrics),
  };
};
