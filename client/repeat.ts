import { RefusedRequest } from './failures.ts';
import { pause } from './pause.ts';

/** How often something is tried, and how long is waited in between. */
export type RepeatPolicy = {
  readonly attempts: number;
  /** Milliseconds before the second attempt; the pauses double, and are stretched by up to as much again. */
  readonly firstPause: number;
  /** Milliseconds. A pause that the server asks for may be longer. */
  readonly maxPause: number;
  /** Whether the next attempt may succeed. */
  readonly mayPass: (error: unknown) => boolean;
};

const askedPause = (error: unknown): number =>
  error instanceof RefusedRequest ? (error.retryAfter ?? 0) * 1000 : 0;

/**
 * Does some work until it succeeds, fails for good, or has failed so many times; rejects with its last failure. An
 * attempt that is under way when the signal aborts comes to its end.
 */
export const repeat = async <Result>(
  work: (isLast: boolean) => Promise<Result>,
  { attempts, firstPause, maxPause, mayPass }: RepeatPolicy,
  signal: AbortSignal,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt >= attempts);
    } catch (error) {
      if (attempt >= attempts || signal.aborted || !mayPass(error)) throw error;
      const usual = firstPause * 2 ** (attempt - 1) * (1 + Math.random());
      await pause(Math.max(Math.min(usual, maxPause), askedPause(error)), signal);
      if (signal.aborted) throw error;
    }
  }
};
