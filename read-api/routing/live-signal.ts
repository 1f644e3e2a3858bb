import type { Principal } from '../../ports/authenticator.ts';
import type { Clock } from '../../ports/clock.ts';

/** The longest delay that a timer can hold; longer ones would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A signal that also aborts when the caller's token expires or is revoked: neither an open stream nor a request that
 * waits must outlive it.
 */
export const liveSignal = (
  signal: AbortSignal,
  { expiresAt, watchEnd }: Pick<Principal, 'expiresAt' | 'watchEnd'>,
  clock: Clock,
): AbortSignal => {
  const revoked = watchEnd ? [watchEnd()] : [];
  if (expiresAt === undefined) return AbortSignal.any([signal, ...revoked]);
  const left = Math.min(Math.max(expiresAt - Date.parse(clock.now()), 0), MAX_TIMER_MS);
  return AbortSignal.any([signal, ...revoked, AbortSignal.timeout(left)]);
};
