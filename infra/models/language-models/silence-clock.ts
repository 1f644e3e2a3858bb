import { type ModelService, tooSlow } from './model-failures.ts';

/** Timeouts in milliseconds. */
export type ModelTimeLimits = { readonly firstToken: number; readonly betweenTokens: number };

/** Creates a timer for pauses in a stream: its signal aborts unless the timer is stopped or restarted in time. */
export const createSilenceClock = (service: ModelService, limits: ModelTimeLimits) => {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const start = (what: 'first' | 'next'): void => {
    stop();
    const limit = what === 'first' ? limits.firstToken : limits.betweenTokens;
    timer = setTimeout(() => silence.abort(tooSlow(service, what, limit)), limit);
  };
  return {
    signal: silence.signal,
    stop,
    start,
    /** Counts from now on, unless it was stopped. */
    restart: (): void => {
      timer?.refresh();
    },
  };
};
