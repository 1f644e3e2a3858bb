import { type ModelService, tooSlow } from './model-failures.ts';

/** Milliseconds that a person waits for. */
export type ModelTimeLimits = { readonly firstToken: number; readonly betweenTokens: number };

/** A clock for silences: aborts when none has stopped it in time. */
export const createSilenceClock = (service: ModelService, limits: ModelTimeLimits) => {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    signal: silence.signal,
    stop,
    start: (what: 'first' | 'next'): void => {
      stop();
      const limit = what === 'first' ? limits.firstToken : limits.betweenTokens;
      timer = setTimeout(() => silence.abort(tooSlow(service, what, limit)), limit);
    },
  };
};
