import { Cluster, Redis } from 'ioredis';
import type { RedisConfiguration } from './redis-configuration.ts';
import type { RedisClient } from './redis-connection.ts';
import { clusterSettingsOf, redisSettingsOf } from './redis-settings.ts';

type RedisClients = {
  /** For commands. */
  readonly commands: () => RedisClient;
  /** For subscriptions only. */
  readonly listening: () => Redis;
};

/**
 * Creates a client for messages of a cluster: each node forwards all of them, so any node will do. If one is lost, the
 * next is tried.
 */
const anyNodeOf = (configuration: RedisConfiguration, ca: string | undefined): Redis => {
  const { addresses } = configuration;
  const { retryStrategy, ...settings } = redisSettingsOf(configuration, ca);
  let at = 0;
  const client: Redis = new Redis({
    ...settings,
    autoResubscribe: false,
    retryStrategy: (times) => {
      at = (at + 1) % addresses.length;
      // Takes effect at the next connection attempt.
      Object.assign(client.options, addresses[at]);
      return retryStrategy?.(times) ?? null;
    },
  });
  return client;
};

/** Creates clients for the configured mode: one server, a master behind sentinels, or a cluster. */
export const createRedisClients = (
  configuration: RedisConfiguration,
  ca: string | undefined,
): RedisClients => {
  const { mode, addresses, prefix: keyPrefix } = configuration;
  if (mode === 'cluster')
    return {
      commands: () => new Cluster([...addresses], clusterSettingsOf(configuration, ca)),
      listening: () => anyNodeOf(configuration, ca),
    };
  const settings = redisSettingsOf(configuration, ca);
  return {
    commands: () => new Redis({ ...settings, keyPrefix }),
    listening: () => new Redis({ ...settings, autoResubscribe: false }),
  };
};
