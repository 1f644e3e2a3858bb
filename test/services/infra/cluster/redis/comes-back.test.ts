import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../../infra/installation/system-clock.ts';
import { createComponentMonitor } from '../../../../../infra/resilience/create-component-monitor.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { until } from '../../../../support/log-harness.ts';
import { hasRedisServer, type OwnRedis, startOwnRedis } from '../../../../support/own-redis.ts';
import { connectToRedis, untilConnected } from '../../../../support/redis-connection.ts';

describe.skipIf(!hasRedisServer())('a failed Redis server', () => {
  it.each<{ how: string; fail: (server: OwnRedis) => unknown; repair: (server: OwnRedis) => unknown }>([
    { how: 'hung', fail: ({ freeze }) => freeze(), repair: ({ thaw }) => thaw() },
    { how: 'was killed', fail: ({ kill }) => kill(), repair: ({ start }) => start() },
  ])('that $how is found to have recovered, even without use', async ({ fail, repair }) => {
    const server = await startOwnRedis();
    onTestFinished(() => server[Symbol.asyncDispose]());
    const monitor = createComponentMonitor({
      clock: systemClock,
      metrics: silentMetrics,
      logger: silentLogger,
    });
    // The clock of the circuit advances only by hand, so the small writes find the server available.
    let passed = 0;
    const redis = connectToRedis(server.url, 'back:', { health: monitor, now: () => passed });
    await untilConnected(redis);
    const stateOf = (): string | undefined => monitor.states()[0]?.state;
    await fail(server);
    await until('the server counts as failed', async () => {
      await redis.run('cache', (client) => client.set('a', 'b')).catch(() => {});
      return stateOf() === 'failed';
    });
    // One of its pauses, and far less than the minute for which other services are skipped.
    passed += 2000;
    await repair(server);
    await expect.poll(stateOf).toBe('well');
    await expect(redis.run('cache', (client) => client.set('a', 'b'))).resolves.toBe('OK');
  });
});
