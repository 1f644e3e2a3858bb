import { createRedisCache } from '../../infra/cluster/redis/redis-cache.ts';
import type { RedisConnection } from '../../infra/cluster/redis/redis-connection.ts';
import { createMemoryCache } from '../../infra/storage/cache/memory-cache.ts';
import { createSharedHistoryCache } from '../../infra/storage/cache/shared-history-cache.ts';
import { createTieredCache } from '../../infra/storage/cache/tiered-cache.ts';
import { createInstallationBox } from '../../infra/storage/key-vault/installation-box.ts';
import { createKeyedHash } from '../../infra/storage/key-vault/keyed-hash.ts';
import type { Cache } from '../../ports/cache.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { SharedHistoryCache } from '../../ports/shared-history-cache.ts';

/** Caches that nodes may share; what is shared is named and explained in docs/operations/shared-services.md, "Caches". */
type SharedCacheName = 'told' | 'evidence' | 'lookups';

const redisCache = (redis: RedisConnection, masterKey: Uint8Array, name: SharedCacheName): Cache =>
  createRedisCache({
    redis,
    name,
    hash: createKeyedHash(masterKey, `anamnesis cache ${name} v1`),
    box: createInstallationBox(masterKey, `cache ${name}`),
  });

/** Results of services outside: in the memory of this process, and with Redis what any node has asked for. */
export const openResultCache = (
  redis: RedisConnection | undefined,
  masterKey: Uint8Array,
  name: 'evidence' | 'lookups',
  maxBytes: number,
): Cache => {
  const own = createMemoryCache({ maxBytes });
  return redis === undefined ? own : createTieredCache(own, redisCache(redis, masterKey, name));
};

/** The history of conversations, for all nodes, with Redis. */
export const openSharedCaches = (
  redis: RedisConnection | undefined,
  masterKey: Uint8Array,
  sealer: RowSealer,
): SharedHistoryCache | undefined =>
  redis && createSharedHistoryCache(redisCache(redis, masterKey, 'told'), sealer);
