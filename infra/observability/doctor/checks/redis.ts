import { Failure } from '../../../../domain/kernel/failure.ts';
import { type Check, fine, warning } from '../check.ts';

/** Checks that Redis responds. Nothing depends on it, so a failure is only a warning. */
export const redisServer = ({
  probeRedis,
}: {
  /** Absent when Redis is not configured. */
  readonly probeRedis?: (() => Promise<void>) | undefined;
}): Check => ({
  name: 'redis',
  run: async function* (_, signal) {
    if (probeRedis === undefined) return;
    try {
      await probeRedis();
      yield fine('Redis responds.');
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      yield warning(
        error.reason.message,
        'Check REDIS_URL and REDIS_PASSWORD. Until it responds, each node counts rate limits and caches on its own.',
      );
    }
  },
});
