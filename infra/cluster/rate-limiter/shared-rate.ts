import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { RateLimiter } from '../../../ports/rate-limiter.ts';

/** A number of requests within a number of milliseconds. */
type Rate = { readonly requests: number; readonly within: number };

/** Waits for a turn among all nodes. Rejects with the signal's reason. */
export type SharedRate = (rate: Rate, signal: AbortSignal) => Promise<void>;

/** Minimum pause in milliseconds, in case the limiter reports a wait of zero. */
const SHORTEST_PAUSE_MS = 10;

/**
 * Creates a rate for an external service that all nodes share: a caller with a turn on its own node also takes one
 * here. If the shared counts are unavailable, the local turn suffices.
 *
 * @param service lower-case words joined by hyphens
 */
export const createSharedRate =
  (limiter: Pick<RateLimiter, 'take'>, service: string): SharedRate =>
  async ({ requests, within }, signal) => {
    const limit = { name: `outside-${service}`, points: requests, window: within / 1000 };
    for (;;) {
      signal.throwIfAborted();
      const state = await limiter.take(limit, 'all nodes').catch(() => undefined);
      if (state === undefined || state.allowed) return;
      await abortablePause(Math.max(Math.ceil(state.retryAfter), SHORTEST_PAUSE_MS), signal);
    }
  };
