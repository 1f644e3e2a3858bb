import { isUnreachable } from '../../domain/kernel/is-unreachable.ts';
import { waitAtMost } from '../../infra/resilience/wait-at-most.ts';
import type { Logger } from '../../ports/logger.ts';

/** Whether every one of several errors of closing is of a component that did not answer. */
const isOnlyUnreachable = (error: unknown): boolean =>
  error instanceof SuppressedError
    ? isOnlyUnreachable(error.error) && isOnlyUnreachable(error.suppressed)
    : isUnreachable(error);

/**
 * Waits, for a limited time in milliseconds, until the resources of a node on a database server are closed. A server that
 * is silent or gone neither delays the stop nor makes it fail: its side of the connections and leases expires by itself.
 *
 * @throws whatever else could not be closed
 */
export const closeBesideServer = async (
  limit: number,
  closing: Promise<void>,
  logger: Logger,
): Promise<void> => {
  try {
    if (await waitAtMost(limit, closing)) return;
  } catch (error) {
    if (!isOnlyUnreachable(error)) throw error;
  }
  logger.warn({}, 'A server did not answer at shutdown: its connections and leases expire by themselves.');
};
