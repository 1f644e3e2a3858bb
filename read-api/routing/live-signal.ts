import { anySignal } from '../../ports/any-signal.ts';
import type { Principal } from '../../ports/authenticator.ts';
import type { Clock } from '../../ports/clock.ts';

/** The longest delay of a timer; longer ones would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A signal that aborts after a delay, unless `over` aborts first. `AbortSignal.timeout` is unsuitable: combined with
 * another signal by `AbortSignal.any` it stays in memory until it fires, and a token can last for months.
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
 * A signal that also aborts when the caller's token expires or is revoked, which neither an open stream nor a waiting
 * request may outlive.
 *
 * @param signal aborts when the request ends in any way
 */
export const liveSignal = (
  signal: AbortSignal,
  { expiresAt, watchEnd }: Pick<Principal, 'expiresAt' | 'watchEnd'>,
  clock: Pick<Clock, 'now'>,
): AbortSignal => {
  const revoked = watchEnd ? [watchEnd()] : [];
  if (expiresAt === undefined) return anySignal([signal, ...revoked]);
  const left = Math.min(Math.max(expiresAt - Date.parse(clock.now()), 0), MAX_TIMER_MS);
  return anySignal([signal, ...revoked, abortAfter(left, signal)]);
};
