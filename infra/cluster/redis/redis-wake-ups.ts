import type { WakeUps } from '../../storage/event-store/wake-ups.ts';
import type { RedisConnection } from './redis-connection.ts';

const CHANNEL = 'log';

/**
 * Announces appends to other nodes through Redis. Positions are not secret, and a wrong one costs only a read of the
 * log.
 */
export const redisWakeUps = (redis: Pick<RedisConnection, 'publish' | 'subscribe'>): WakeUps => ({
  announce: (head) => redis.publish(CHANNEL, `${head}`),
  hear: (onHead) =>
    redis.subscribe(
      CHANNEL,
      (message) => onHead(/^\d{1,15}$/.test(message) ? Number(message) : undefined),
      () => onHead(),
    ),
});
