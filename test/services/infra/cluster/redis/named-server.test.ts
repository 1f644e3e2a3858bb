import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe } from 'vitest';
import { createRedisRateLimiter } from '../../../../../infra/cluster/rate-limiter/redis-rate-limiter.ts';
import { createRedisCache } from '../../../../../infra/cluster/redis/redis-cache.ts';
import { createInstallationBox } from '../../../../../infra/storage/key-vault/installation-box.ts';
import { describeCache } from '../../../../contract/cache.contract.ts';
import { describeRateLimiter } from '../../../../contract/rate-limiter.contract.ts';
import { connectToRedis, untilConnected } from '../../../../support/redis-connection.ts';

/** An externally managed server, with its version and settings: only data created here is modified. */
const url = process.env.TEST_REDIS_URL;
const hash = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

describe.skipIf(url === undefined)('a Redis server that is named', () => {
  if (url === undefined) return;
  const look = new Redis(url, { lazyConnect: true });
  afterAll(() => look.disconnect());
  const connected = async (prefix?: string) => {
    const redis = connectToRedis(url, prefix);
    await untilConnected(redis);
    return redis;
  };

  describeRateLimiter('a named Redis', async () => {
    const redis = await connected();
    let now = 1_000_000;
    return {
      limiter: createRedisRateLimiter({ redis, hash, now: () => now }),
      pass: async (milliseconds) => {
        now += milliseconds;
      },
    };
  });

  describeCache('a named Redis', async () => {
    const prefix = `test-${randomUUID()}:`;
    return {
      cache: createRedisCache({
        redis: await connected(prefix),
        name: 'one',
        hash,
        box: createInstallationBox(randomBytes(32), 'one'),
      }),
      pass: async (milliseconds) => {
        for (const key of await look.keys(`${prefix}*`))
          await look.pexpire(key, (await look.pttl(key)) - milliseconds);
      },
    };
  });
});
