import type { ModelPlace } from '../model-usage.ts';
import { MAX_MODEL_CALLS } from '../query-events.ts';
import type { ModelCall } from '../query-state.ts';

type CallPlan = {
  /** The route of the question. */
  readonly route: ModelPlace | 'none';
  /** The calls of this round, in order, including those before a crash. */
  readonly calls: readonly ModelCall[];
  /** Whether a retry may help, judged by the last failure; unknown after a crash. */
  readonly isWorthRepeating: boolean | undefined;
  /** Seconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
  readonly hasLocal: boolean;
  /** Whether a paid call is allowed. */
  readonly mayPay: boolean;
  /** Milliseconds left for slow work. */
  readonly timeLeft: number;
};

/** The next call: the model, the delay before it and its timeout, in milliseconds. */
export type NextModelCall = { readonly place: ModelPlace; readonly pause: number; readonly within: number };

/** Milliseconds before a retry (failure matrix, "LLM Generation (Cloud)"). */
const PAUSE_MS = 500;
/** In less time than this, no answer can be written. */
const LEAST_MS = 1500;
/** Share of the remaining time for one call if another may have to follow. */
const SHARE = 0.6;

/** Milliseconds reserved at the end of a deadline for composing and appending. */
const TO_FINISH_MS = 2000;
/** Reserved share of a short deadline. */
const TO_FINISH_PART = 0.2;

/** Returns the milliseconds of a question's deadline available for slow work. */
export const timeForSlowWork = (deadline: number): number =>
  deadline - Math.min(TO_FINISH_MS, deadline * TO_FINISH_PART);

/** Returns the maximum milliseconds of the first model call of a question. */
export const timeOfFirstCall = (deadline: number, place: ModelPlace): number =>
  Math.floor(timeForSlowWork(deadline) * (place === 'local' ? 1 : SHARE));

const at = (
  place: ModelPlace,
  pause: number,
  { timeLeft }: CallPlan,
  isLast: boolean,
): NextModelCall | undefined => {
  const remaining = timeLeft - pause;
  return remaining < LEAST_MS
    ? undefined
    : { place, pause, within: isLast ? remaining : Math.max(LEAST_MS, Math.floor(remaining * SHARE)) };
};

/** Returns another call of one model, if allowed. */
const again = (place: ModelPlace, plan: CallPlan, isLast: boolean): NextModelCall | undefined => {
  const { calls, isWorthRepeating, retryAfter = 0 } = plan;
  const made = calls.filter(({ called }) => called.where === place);
  const last = made.at(-1);
  // A cloud call may be followed by another; the local call is the last and gets all the remaining time.
  if (last === undefined) return at(place, 0, plan, place === 'local');
  if (made.length >= MAX_MODEL_CALLS) return undefined;
  // The caller crashed: the call might have succeeded.
  if (last.ended === undefined) return at(place, 0, plan, isLast);
  if (isWorthRepeating !== true) return undefined;
  return at(place, Math.max(PAUSE_MS, retryAfter * 1000), plan, isLast);
};

/**
 * Returns the next model call for an answer; `undefined` if there is none, and excerpts are the answer. The cloud is
 * called at most twice per round, including calls before a crash, then the local model, which is called again only
 * after a crash (failure matrix, "LLM Generation").
 */
export const nextModelCall = (plan: CallPlan): NextModelCall | undefined => {
  const { route, calls, hasLocal, mayPay } = plan;
  if (route === 'none') return undefined;
  const wasLocal = calls.some(({ called }) => called.where === 'local');
  const cloud = route === 'cloud' && mayPay && !wasLocal ? again('cloud', plan, !hasLocal) : undefined;
  if (cloud) return cloud;
  return hasLocal ? again('local', { ...plan, isWorthRepeating: false }, true) : undefined;
};
