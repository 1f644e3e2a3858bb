import { onTestFinished } from 'vitest';
import { openRedisConnection } from '../../infra/cluster/redis/open-redis-connection.ts';
import { chooseRedis } from '../../infra/cluster/redis/redis-configuration.ts';
import { unwatchedComponents } from '../../ports/component-health.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';

/** A connection to a server like that of another node, closed at the end of the test. */
export const connectToRedis = (
  url: string,
  prefix = `test-${crypto.randomUUID()}:`,
  options: Partial<Parameters<typeof openRedisConnection>[0]> = {},
) => {
  const choice = chooseRedis({ REDIS_URL: url, REDIS_PREFIX: prefix });
  if (!choice.ok || !choice.value) throw new Error('No Redis is configured.');
  const redis = openRedisConnection({
    configuration: choice.value,
    logger: silentLogger,
    metrics: silentMetrics,
    health: unwatchedComponents,
    ...options,
  });
  onTestFinished(redis.close);
  return redis;
};

/** Waits until the server answers. */
export const untilConnected = async (redis: ReturnType<typeof connectToRedis>): Promise<void> => {
  for (;;) {
    try {
      await redis.run('check', (client) => client.ping());
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
};
