import { Failure } from '../../../../domain/kernel/failure.ts';
import { type Check, fine, warning } from '../check.ts';

/** Whether Redis answers. Nothing depends on it, so that it is never more than warned of. */
export const redisServer = ({
  probeRedis,
}: {
  /** Absent where none is set up. */
  readonly probeRedis?: (() => Promise<void>) | undefined;
}): Check => ({
  name: 'redis',
  run: async function* (_, signal) {
    if (probeRedis === undefined) return;
    try {
      await probeRedis();
      yield fine('Redis answers.');
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      yield warning(
        error.reason.message,
        'Check REDIS_URL and REDIS_PASSWORD. Until it answers, each node counts limits and remembers for itself.',
      );
    }
  },
});
