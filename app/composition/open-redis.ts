import { readFile } from 'node:fs/promises';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { createFallbackRateLimiter } from '../../infra/cluster/rate-limiter/falling-back-rate-limiter.ts';
import { createMemoryRateLimiter } from '../../infra/cluster/rate-limiter/memory-rate-limiter.ts';
import { createRedisRateLimiter } from '../../infra/cluster/rate-limiter/redis-rate-limiter.ts';
import type { RedisConfiguration } from '../../infra/cluster/redis/redis-configuration.ts';
import type { RedisConnection } from '../../infra/cluster/redis/redis-connection.ts';
import { systemCodeOf } from '../../infra/installation/data-directory/small-files.ts';
import { createKeyedHash } from '../../infra/storage/key-vault/keyed-hash.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

type RedisServices = {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
};

/** Connects to Redis if configured, without waiting for the connection: everything works without it. */
export const openRedis = async (
  configuration: RedisConfiguration | undefined,
  services: RedisServices,
  resources: AsyncDisposableStack,
): Promise<RedisConnection | undefined> => {
  if (configuration === undefined) return undefined;
  const { caFile } = configuration;
  const ca = caFile === undefined ? undefined : await readCertificates(caFile);
  const { openRedisConnection } = await import('../../infra/cluster/redis/open-redis-connection.ts');
  const redis = openRedisConnection({ configuration, ...services, ...(ca === undefined ? {} : { ca }) });
  resources.defer(() => redis.close());
  return redis;
};

const readCertificates = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = systemCodeOf(error) ?? 'the read failed';
    throw new Failure(
      failure('unavailable', `REDIS_CA_FILE cannot be read: ${reason}.`, { component: 'redis' }),
    );
  }
};

/** Opens the rate limiter: shared by all nodes with Redis, per node otherwise. */
export const openRateLimiter = (
  redis: RedisConnection | undefined,
  installationSecret: Uint8Array,
  metrics: Metrics,
): RateLimiter => {
  const own = createMemoryRateLimiter();
  if (redis === undefined) return own;
  const hash = createKeyedHash(installationSecret, 'anamnesis rate limits v1');
  return createFallbackRateLimiter(createRedisRateLimiter({ redis, hash }), own, metrics);
};
