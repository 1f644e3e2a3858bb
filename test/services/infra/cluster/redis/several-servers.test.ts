import { describe, expect, it, onTestFinished } from 'vitest';
import { createRedisRateLimiter } from '../../../../../infra/cluster/rate-limiter/redis-rate-limiter.ts';
import { until } from '../../../../support/log-harness.ts';
import { hasRedisServer } from '../../../../support/own-redis.ts';
import { connectToRedis, untilConnected } from '../../../../support/redis-connection.ts';
import { startClusterGroup, startSentinelGroup } from '../../../../support/redis-groups.ts';

type Redis = ReturnType<typeof connectToRedis>;
const keys = Array.from({ length: 64 }, (_, index) => `key-${index}`);
const hash = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

const writeAll = async (redis: Redis, value: string): Promise<boolean> => {
  const written = await Promise.allSettled(
    keys.map((key) => redis.run('cache', (client) => client.set(key, value))),
  );
  return written.every(({ status }) => status === 'fulfilled');
};
const readAll = (redis: Redis): Promise<readonly (string | null)[]> =>
  Promise.all(keys.map((key) => redis.run('cache', (client) => client.get(key))));

describe.skipIf(!hasRedisServer())('several Redis servers', () => {
  it.each([
    { how: 'behind sentinels', start: startSentinelGroup },
    { how: 'in a cluster', start: startClusterGroup },
  ])('$how continue after one that accepts writes is killed', async ({ start }) => {
    const group = await start();
    onTestFinished(() => group[Symbol.asyncDispose]());
    const [one, other] = [connectToRedis(group.url, 'group:'), connectToRedis(group.url, 'group:')];
    await untilConnected(one);
    await untilConnected(other);
    const heard: string[] = [];
    let gaps = 0;
    await other.subscribe(
      'news',
      (message) => heard.push(message),
      () => {
        gaps += 1;
      },
    );
    await until('the client is subscribed', async () => gaps > 0);
    expect(await writeAll(one, 'before')).toBe(true);
    expect(new Set(await readAll(other))).toEqual(new Set(['before']));
    const limiter = createRedisRateLimiter({ redis: one, hash });
    const limit = { name: 'group', points: 5, window: 60 };
    for (const key of keys) expect(await limiter.take(limit, key)).toMatchObject({ remaining: 4 });
    const announce = (message: string) =>
      until(`"${message}" is received`, async () => {
        one.publish('news', message);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return heard.includes(message);
      });
    await announce('first');

    await group.master.kill();
    await until('every key is writable again', () => writeAll(one, 'after'));
    await until('every key is writable by the other client too', () => writeAll(other, 'later'));
    expect(new Set(await readAll(one))).toEqual(new Set(['later']));
    await announce('second');
  });
});
