import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../../infra/installation/system-clock.ts';
import { createComponentMonitor } from '../../../../../infra/resilience/create-component-monitor.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { hasRedisServer, startOwnRedis } from '../../../../support/own-redis.ts';
import { connectToRedis, untilConnected } from '../../../../support/redis-connection.ts';

describe.skipIf(!hasRedisServer())('a Redis server that accepts reads and no writes', () => {
  it.each([
    {
      why: 'is full',
      settings: ['--maxmemory', '1', '--maxmemory-policy', 'noeviction'],
      repair: (server: Redis) => server.config('SET', 'maxmemory', '0'),
    },
    {
      why: 'is a replica',
      settings: ['--replicaof', '127.0.0.1', '1'],
      repair: (server: Redis) => server.replicaof('NO', 'ONE'),
    },
  ])('is reported as failing since it $why, until it accepts writes again', async ({ settings, repair }) => {
    const server = await startOwnRedis(...settings);
    onTestFinished(() => server[Symbol.asyncDispose]());
    const monitor = createComponentMonitor({
      clock: systemClock,
      metrics: silentMetrics,
      logger: silentLogger,
    });
    let later = 0;
    const redis = connectToRedis(server.url, 'refused:', {
      health: monitor,
      now: () => performance.now() + later,
    });
    await untilConnected(redis);
    const stateOf = (): string | undefined => monitor.states()[0]?.state;
    const use = async (): Promise<void> => {
      await redis.run('cache', (client) => client.set('a', 'b')).catch(() => {});
      await redis.run('cache', (client) => client.get('a')).catch(() => {});
    };
    await expect.poll(() => use().then(stateOf)).toBe('failed');
    for (let turn = 0; turn < 10; turn += 1) await use();
    expect(stateOf()).toBe('failed');
    await expect(redis.check()).rejects.toThrow();

    const operator = new Redis(server.url);
    onTestFinished(() => operator.disconnect());
    await repair(operator);
    const useLater = (): Promise<void> => {
      // As if the pause of the circuit were over.
      later += 61_000;
      return use();
    };
    await expect.poll(() => useLater().then(stateOf)).toBe('well');
  });
});
