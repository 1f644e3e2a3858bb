import { isUnreachable } from '../../domain/kernel/is-unreachable.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';

/** Milliseconds between two attempts to reach it; a server that restarts is back within seconds. */
const LOOK_EVERY_MS = 500;

const isLogFailure = (error: unknown): boolean =>
  isUnreachable(error) && (error.reason.component === 'database' || error.reason.component === 'event-store');

/**
 * Answers whether work failed because the log cannot be reached, and then only once it can be again. No event
 * can be handled or parked meanwhile, so such an attempt does not count. Where the log answers at once the failure
 * counts, so that an event whose handling itself breaks the database is not retried without end. Rejects with the
 * signal's reason.
 *
 * @param reach rejects while any part of the log is away
 */
export const waitIfLogUnreachable = async (
  error: unknown,
  reach: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!isLogFailure(error)) return false;
  for (let looks = 0; ; looks += 1) {
    signal.throwIfAborted();
    const reached = await reach().then(
      () => true,
      () => false,
    );
    if (reached) return looks > 0;
    await abortablePause(LOOK_EVERY_MS, signal);
  }
};
