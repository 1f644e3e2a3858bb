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

/** The caches that nodes may share, as described in docs/operations/shared-services.md, "Caches". */
type SharedCacheName = 'told' | 'evidence' | 'lookups';

/** The secrets of an installation under which nodes share content, as `Storage` has them. */
type SharingSecrets = { readonly installationSecret: Uint8Array; readonly passingSecret: Uint8Array };

const redisCache = (
  redis: RedisConnection,
  { installationSecret, passingSecret }: SharingSecrets,
  name: SharedCacheName,
): Cache =>
  createRedisCache({
    redis,
    name,
    hash: createKeyedHash(installationSecret, `anamnesis cache ${name} v1`),
    box: createInstallationBox(passingSecret, `cache ${name}`),
  });

/** Opens a cache for results of external services: in memory, and with Redis shared by all nodes. */
export const openResultCache = (
  redis: RedisConnection | undefined,
  secrets: SharingSecrets,
  name: 'evidence' | 'lookups',
  maxBytes: number,
): Cache => {
  const own = createMemoryCache({ maxBytes });
  return redis === undefined ? own : createTieredCache(own, redisCache(redis, secrets, name));
};

/** Opens the conversation history cache that all nodes share through Redis; undefined without Redis. */
export const openSharedCaches = (
  redis: RedisConnection | undefined,
  secrets: SharingSecrets,
  sealer: RowSealer,
): SharedHistoryCache | undefined =>
  redis && createSharedHistoryCache(redisCache(redis, secrets, 'told'), sealer);
