import { RefusedRequest } from './failures.ts';
import { pause } from './pause.ts';

/** The number of attempts, and the pauses between them. */
export type RepeatPolicy = {
  readonly attempts: number;
  /** Milliseconds before the second attempt. Each further pause doubles; jitter adds up to as much again. */
  readonly firstPause: number;
  /** Milliseconds. The server may ask for a longer pause. */
  readonly maxPause: number;
  /** True when the next attempt may succeed. */
  readonly mayPass: (error: unknown) => boolean;
};

const retryAfterMs = (error: unknown): number =>
  error instanceof RefusedRequest ? (error.retryAfter ?? 0) * 1000 : 0;

/**
 * Runs work until it succeeds, fails permanently, or has used up its attempts; rejects with the last failure. An
 * attempt in progress when the signal aborts runs to its end.
 */
export const repeat = async <Result>(
  work: () => Promise<Result>,
  { attempts, firstPause, maxPause, mayPass }: RepeatPolicy,
  signal: AbortSignal,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || signal.aborted || !mayPass(error)) throw error;
      const usual = firstPause * 2 ** (attempt - 1) * (1 + Math.random());
      await pause(Math.max(Math.min(usual, maxPause), retryAfterMs(error)), signal);
      if (signal.aborted) throw error;
    }
  }
};
