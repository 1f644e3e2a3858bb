import { z } from 'zod';
import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { RateLimit, RateLimiter, RateLimitState } from '../../../ports/rate-limiter.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import { slidingWindowScript } from './sliding-window-script.ts';

type RedisRateLimiterOptions = {
  readonly redis: Pick<RedisConnection, 'script'>;
  /** A hash with a key of the installation: names of people and addresses never leave the process. */
  readonly hash: Fingerprint;
  /** Milliseconds that replace the server's clock in tests. */
  readonly now?: () => number;
};

const answerSchema = z.tuple([z.enum(['0', '1']), z.coerce.number(), z.coerce.number(), z.coerce.number()]);

/**
 * Creates a limiter that counts for all nodes of one Redis server, by the clock of that server. Rejects with a Failure
 * when it does not respond in time; see `falling-back-rate-limiter.ts` for the fallback.
 */
export const createRedisRateLimiter = ({ redis, hash, now }: RedisRateLimiterOptions): RateLimiter => {
  const count = redis.script(slidingWindowScript);
  const run = async (
    { name, points, window }: RateLimit,
    key: string,
    wanted: number,
    mode: 'take' | 'look',
  ): Promise<RateLimitState> => {
    const answer = await count(`limit:${name}:${hash(key)}`, [
      `${points}`,
      `${window * 1_000_000}`,
      `${wanted}`,
      mode === 'take' ? '1' : '0',
      ...Object.values(omitUndefined({ moment: now && `${Math.round(now() * 1000)}` })),
    ]);
    const [allowed, remaining, resetAfter, retryAfter] = answerSchema.parse(answer);
    return {
      allowed: allowed === '1',
      remaining,
      resetAfter: resetAfter / 1000,
      retryAfter: retryAfter / 1000,
    };
  };
  return {
    take: (limit, key, points = 1) => run(limit, key, Math.min(points, limit.points), 'take'),
    peek: (limit, key) => run(limit, key, 1, 'look'),
  };
};
