import type { Principal } from '../../ports/authenticator.ts';
import type { Clock } from '../../ports/clock.ts';

/** The longest delay that a timer can hold; longer ones would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Aborts after a delay, or never once `over` has aborted. `AbortSignal.timeout` would not do: joined to another signal
 * by `AbortSignal.any`, it is kept in memory until it fires, and a token can last for months.
 */
const abortAfter = (milliseconds: number, over: AbortSignal): AbortSignal => {
  const expired = new AbortController();
  if (over.aborted) return expired.signal;
  const timer = setTimeout(() => {
    expired.abort(new DOMException('The token has expired.', 'TimeoutError'));
  }, milliseconds).unref();
  over.addEventListener('abort', () => clearTimeout(timer), { once: true, signal: expired.signal });
  return expired.signal;
};

/**
 * A signal that also aborts when the caller's token expires or is revoked: neither an open stream nor a request that
 * waits must outlive it.
 *
 * @param signal aborts when the request is over, in whatever way
 */
export const liveSignal = (
  signal: AbortSignal,
  { expiresAt, watchEnd }: Pick<Principal, 'expiresAt' | 'watchEnd'>,
  clock: Pick<Clock, 'now'>,
): AbortSignal => {
  const revoked = watchEnd ? [watchEnd()] : [];
  if (expiresAt === undefined) return AbortSignal.any([signal, ...revoked]);
  const left = Math.min(Math.max(expiresAt - Date.parse(clock.now()), 0), MAX_TIMER_MS);
  return AbortSignal.any([signal, ...revoked, abortAfter(left, signal)]);
};
