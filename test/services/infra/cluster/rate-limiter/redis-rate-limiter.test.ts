import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFallbackRateLimiter } from '../../../../../infra/cluster/rate-limiter/falling-back-rate-limiter.ts';
import { createMemoryRateLimiter } from '../../../../../infra/cluster/rate-limiter/memory-rate-limiter.ts';
import { createRedisRateLimiter } from '../../../../../infra/cluster/rate-limiter/redis-rate-limiter.ts';
import { createSharedRate } from '../../../../../infra/cluster/rate-limiter/shared-rate.ts';
import { createRateQueue } from '../../../../../infra/services/evidence-sources/rate-queue.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import type { RateLimiter } from '../../../../../ports/rate-limiter.ts';
import { describeRateLimiter } from '../../../../contract/rate-limiter.contract.ts';
import { hasRedisServer, type OwnRedis, startOwnRedis } from '../../../../support/own-redis.ts';
import { connectToRedis, untilConnected } from '../../../../support/redis-connection.ts';

const hash = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const three = { name: 'three', points: 3, window: 60 };

const startServer = async (...settings: readonly string[]): Promise<OwnRedis> => {
  const server = await startOwnRedis(...settings);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
};

/** A node with its own connection and counts; its circuit uses the test's clock. */
const newNode = (url: string, prefix: string) => {
  let later = 0;
  let attempts = 0;
  const redis = connectToRedis(url, prefix, {
    now: () => performance.now() + later,
    health: { report: () => (attempts += 1) },
  });
  let alone = 0;
  const limiter = createFallbackRateLimiter(
    createRedisRateLimiter({ redis, hash }),
    createMemoryRateLimiter(),
    { ...silentMetrics, count: () => (alone += 1) },
  );
  return {
    redis,
    limiter,
    alone: () => alone,
    /** Number of reports that the server is down or back. */
    attempts: () => attempts,
    /** As if the pause of the circuit were over. */
    letPauseGoBy: () => {
      later += 61_000;
    },
  };
};

const allowedOf = async (limiter: RateLimiter, times: number, key = 'one'): Promise<number> => {
  let allowed = 0;
  for (let turn = 0; turn < times; turn += 1) if ((await limiter.take(three, key)).allowed) allowed += 1;
  return allowed;
};

describe.skipIf(!hasRedisServer())('rate limits in Redis', () => {
  const shared: { server?: OwnRedis } = {};
  describeRateLimiter('Redis', async () => {
    shared.server ??= await startOwnRedis();
    const redis = connectToRedis(shared.server.url);
    await untilConnected(redis);
    let now = 1_000_000;
    return {
      limiter: createRedisRateLimiter({ redis, hash, now: () => now }),
      pass: async (milliseconds) => {
        now += milliseconds;
      },
    };
  });
  it('leave no server process behind', async () => {
    await shared.server?.[Symbol.asyncDispose]();
    expect(shared.server).toBeDefined();
  });

  it('are shared by all nodes, by the clock of the server', async () => {
    const server = await startServer();
    const nodes = ['a', 'b', 'c'].map(() => newNode(server.url, 'together:'));
    await Promise.all(nodes.map(({ redis }) => untilConnected(redis)));
    const states = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => nodes[turn % 3]?.limiter.take(three, 'one')),
    );
    expect(states.filter((state) => state?.allowed)).toHaveLength(3);
    const refused = states.find((state) => state?.allowed === false);
    expect(refused?.retryAfter).toBeGreaterThan(30_000);
    expect(refused?.retryAfter).toBeLessThanOrEqual(60_000);
    expect(nodes.map(({ alone }) => alone())).toEqual([0, 0, 0]);
  });

  it('of an external service are shared by all nodes, and a caller who gives up waiting uses nothing', async () => {
    const server = await startServer();
    const nodes = ['a', 'b'].map(() => newNode(server.url, 'outside:'));
    await Promise.all(nodes.map(({ redis }) => untilConnected(redis)));
    const turns = nodes.map(({ limiter }) =>
      createRateQueue({
        requests: 3,
        within: 60_000,
        waiting: 10,
        together: createSharedRate(limiter, 'library'),
      }),
    );
    const left = new AbortController();
    let begun = 0;
    const waiting = Array.from({ length: 6 }, (_, turn) =>
      turns[turn % 2]?.(left.signal).then(() => (begun += 1)),
    );
    await expect.poll(() => begun).toBe(3);
    left.abort(new Error('gone'));
    const ends = await Promise.allSettled(waiting);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect(begun).toBe(3);
    // Without Redis each node keeps the rate on its own.
    const alone = createSharedRate({ take: () => Promise.reject(new Error('away')) }, 'library');
    await expect(alone({ requests: 1, within: 1000 }, new AbortController().signal)).resolves.toBeUndefined();
  });

  it('store a few bytes per key, which expire, and hide its owner', async () => {
    const server = await startServer();
    const node = newNode(server.url, 'kept:');
    await untilConnected(node.redis);
    const look = new Redis(server.url);
    onTestFinished(() => look.disconnect());
    await look.ping();
    // Long enough to examine the key before it expires, on a busy machine.
    const large = { name: 'large', points: 1_000_000, window: 5 };
    await Promise.all(Array.from({ length: 500 }, () => node.limiter.take(large, 'Jane Doe')));
    const [key = ''] = await look.keys('*');
    expect(key).toMatch(/^kept:limit:large:/);
    expect(key).not.toContain('Jane');
    expect(await look.strlen(key)).toBeLessThan(4000);
    expect(await look.pttl(key)).toBeGreaterThan(0);
    await expect.poll(() => look.keys('*')).toEqual([]);
  });

  it('eventually return a point after the clock of the server was set back', async () => {
    const server = await startServer();
    const redis = connectToRedis(server.url);
    await untilConnected(redis);
    let now = 10_000_000;
    const limiter = createRedisRateLimiter({ redis, hash, now: () => now });
    const short = { name: 'short', points: 1, window: 3 };
    expect((await limiter.take(short, 'one')).allowed).toBe(true);
    now = 0;
    const refused = await limiter.take(short, 'one');
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfter).toBeLessThanOrEqual(3000);
    await expect.poll(async () => (await limiter.take(short, 'one')).allowed).toBe(true);
  });

  it.each([
    {
      how: 'was killed',
      fail: (server: OwnRedis) => server.kill(),
      repair: (server: OwnRedis) => server.start(),
    },
    {
      how: 'hangs',
      fail: async (server: OwnRedis) => server.freeze(),
      repair: async (server: OwnRedis) => server.thaw(),
    },
  ])(
    'are separate on each node while the server $how, and shared again afterwards',
    async ({ fail, repair }) => {
      const server = await startServer();
      const prefix = `${randomUUID()}:`;
      const [one, other] = [newNode(server.url, prefix), newNode(server.url, prefix)];
      await Promise.all([untilConnected(one.redis), untilConnected(other.redis)]);
      expect(await allowedOf(one.limiter, 2)).toBe(2);
      await fail(server);
      // None fails or waits; the points taken through this node still count.
      expect(await allowedOf(one.limiter, 10)).toBe(1);
      expect(await allowedOf(other.limiter, 10, 'another')).toBe(3);
      expect(one.alone()).toBe(10);
      await repair(server);
      await expect
        .poll(async () => {
          one.letPauseGoBy();
          other.letPauseGoBy();
          const before = one.alone() + other.alone();
          await Promise.all([one.limiter.peek(three, 'x'), other.limiter.peek(three, 'x')]);
          return one.alone() + other.alone() - before;
        })
        .toBe(0);
      const states = [];
      for (let turn = 0; turn < 6; turn += 1)
        states.push(await (turn % 2 ? one : other).limiter.take(three, 'afterwards'));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
    },
  );

  it.each([
    {
      how: 'is full and evicts nothing',
      settings: ['--maxmemory', '1', '--maxmemory-policy', 'noeviction'],
      url: (server: OwnRedis) => server.url,
      answers: true,
    },
    {
      how: 'is a read-only replica',
      settings: ['--replicaof', '127.0.0.1', '1'],
      url: (server: OwnRedis) => server.url,
      answers: true,
    },
    {
      how: 'refuses the password',
      settings: ['--requirepass', 'right'],
      url: ({ port }: OwnRedis) => `redis://:wrong@127.0.0.1:${port}`,
    },
    { how: 'is absent', settings: [], url: () => 'redis://127.0.0.1:1' },
    {
      how: 'lacks the numbered database',
      settings: ['--databases', '1'],
      url: ({ url }: OwnRedis) => `${url}/7`,
    },
  ])('are counted by each node alone when the server $how', async ({ settings, url, answers = false }) => {
    const server = await startServer(...settings);
    const node = newNode(url(server), 'alone:');
    // Either it connects and its commands fail, or it never connects.
    if (answers) await untilConnected(node.redis);
    else await expect.poll(node.attempts).toBeGreaterThan(1);
    expect(await allowedOf(node.limiter, 10)).toBe(3);
    expect(node.alone()).toBe(10);
  });

  it('do not wait for a server that hangs from the start, after a few failures', async () => {
    const server = await startServer();
    server.freeze();
    const node = newNode(server.url, 'hanging:');
    expect(await allowedOf(node.limiter, 10)).toBe(3);
    const asked: unknown[] = [];
    await node.redis.run('check', async () => asked.push('asked')).catch(() => {});
    expect(asked).toEqual([]);
    server.thaw();
  });
});
