import type { ModelPlace } from '../model-usage.ts';
import { MAX_MODEL_CALLS } from '../query-events.ts';
import type { ModelCall } from '../query-state.ts';

type CallPlan = {
  /** Where the question was routed to. */
  readonly route: ModelPlace | 'none';
  /** Those of this round, in order, also those of before a crash. */
  readonly calls: readonly ModelCall[];
  /** Whether trying again may help, by what the last call ended with; unknown after a crash. */
  readonly isWorthRepeating: boolean | undefined;
  /** Seconds to wait that a service asked for. */
  readonly retryAfter?: number | undefined;
  readonly hasLocal: boolean;
  /** Whether one that is paid for may be made. */
  readonly mayPay: boolean;
  /** Milliseconds in which slow work may still be under way. */
  readonly timeLeft: number;
};

/** A call to be made: of which model, after how many milliseconds, and within how many. */
export type NextModelCall = { readonly place: ModelPlace; readonly pause: number; readonly within: number };

/** Milliseconds before a service is asked again (failure matrix, "LLM Generation (Cloud)"). */
const PAUSE_MS = 500;
/** Less time than that is not enough to write anything. */
const LEAST_MS = 1500;
/** Of the time that is left, so much belongs to one call while another may have to follow it. */
const SHARE = 0.6;

/** Milliseconds at the end of a deadline that are kept for composing and appending. */
const TO_FINISH_MS = 2000;
/** Of a short deadline, this part is kept. */
const TO_FINISH_PART = 0.2;

/** Of the deadline of a question, the milliseconds in which slow work may be under way. */
export const timeForSlowWork = (deadline: number): number =>
  deadline - Math.min(TO_FINISH_MS, deadline * TO_FINISH_PART);

/** The most milliseconds that the first call of a model for a question can have. */
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

/** Another call of the model that was called last, where one is allowed. */
const again = (place: ModelPlace, plan: CallPlan, isLast: boolean): NextModelCall | undefined => {
  const { calls, isWorthRepeating, retryAfter = 0 } = plan;
  const made = calls.filter(({ called }) => called.where === place);
  const last = made.at(-1);
  // The cloud is called twice, or the local model after it; the local one once.
  if (last === undefined) return at(place, 0, plan, place === 'local');
  if (made.length >= MAX_MODEL_CALLS) return undefined;
  // Its caller crashed: whether it would have answered is not known.
  if (last.ended === undefined) return at(place, 0, plan, isLast);
  if (isWorthRepeating !== true) return undefined;
  return at(place, Math.max(PAUSE_MS, retryAfter * 1000), plan, isLast);
};

/**
 * Which model is called next for an answer; `undefined` where none is, and excerpts are the answer. The cloud is called
 * twice at most in a round, a crash between included, then the local model instead, which is called again after a
 * crash only (failure matrix, "LLM Generation").
 */
export const nextModelCall = (plan: CallPlan): NextModelCall | undefined => {
  const { route, calls, hasLocal, mayPay } = plan;
  if (route === 'none') return undefined;
  const wasLocal = calls.some(({ called }) => called.where === 'local');
  const cloud = route === 'cloud' && mayPay && !wasLocal ? again('cloud', plan, !hasLocal) : undefined;
  if (cloud) return cloud;
  return hasLocal ? again('local', { ...plan, isWorthRepeating: false }, true) : undefined;
};
