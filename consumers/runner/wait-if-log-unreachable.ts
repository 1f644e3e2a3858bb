import { isUnreachable } from '../../domain/kernel/is-unreachable.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import { isWithoutConnection } from '../../ports/no-connection.ts';

/** Milliseconds between two attempts to reach the log; a restarted server is back within seconds. */
const LOOK_EVERY_MS = 500;

const isLogFailure = (error: unknown): boolean =>
  isUnreachable(error) && (error.reason.component === 'database' || error.reason.component === 'event-store');

/**
 * Returns whether work failed because the log was unreachable, and if so waits until it answers again. No event can be
 * handled or parked meanwhile, so such an attempt does not count. When the log answers immediately, the failure counts,
 * so that an event whose handling breaks the database is not retried forever. Work that got no connection broke nothing,
 * even while other connections answer: it waits once more. Rejects with the signal's reason.
 *
 * @param reach rejects while any part of the log is unreachable
 */
export const waitIfLogUnreachable = async (
  error: unknown,
  reach: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!isLogFailure(error)) return false;
  let wasAway = isWithoutConnection(error);
  for (;;) {
    if (wasAway) await abortablePause(LOOK_EVERY_MS, signal);
    signal.throwIfAborted();
    const reached = await reach().then(
      () => true,
      () => false,
    );
    if (reached) return wasAway;
    wasAway = true;
  }
};
