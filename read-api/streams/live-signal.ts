import type { Principal } from '../../ports/authenticator.ts';
import type { Clock } from '../../ports/clock.ts';

/** The longest delay that a timer can hold; longer ones would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A stream's signal that also aborts when the caller's token ends: an open stream must not outlive it. */
export const liveSignal = (signal: AbortSignal, principal: Principal, clock: Clock): AbortSignal => {
  if (principal.expiresAt === undefined) return signal;
  const left = principal.expiresAt - Date.parse(clock.now());
  return AbortSignal.any([signal, AbortSignal.timeout(Math.min(Math.max(left, 0), MAX_TIMER_MS))]);
};
