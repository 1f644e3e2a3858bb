import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Clock } from '../../ports/clock.ts';
import { withDeadline } from '../runner/with-deadline.ts';

/** Milliseconds at the end of a deadline that are kept for composing and appending. */
const TO_FINISH_MS = 2000;
/** The least time of a model for reporting a tool's result to the person who waited for it or confirmed it. */
const LEAST_AFTER_TOOLS_MS = 10_000;
/** Of a short deadline, this part is kept. */
const TO_FINISH_PART = 0.2;

/** Milliseconds. */
type StepBounds = { readonly least: number; readonly most: number };

/** How long a round of a query may still take. */
export type TimeLeft = {
  /** Milliseconds until nothing slow or paid may be under way any more; 0 and less once that is over. */
  readonly forSlowWork: () => number;
  /**
   * Does a step for as long as the deadline allows, and for `least` milliseconds also past it: what must be done to come
   * to any end. No longer than `most`, so that one step does not take the time of all others. Rejects with `timeout`.
   */
  readonly within: <T>(bounds: StepBounds, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Of the delivery: aborts when the work belongs to somebody else or the process stops. */
  readonly signal: AbortSignal;
};

/** The time of the round that an event began. */
export const timeLeftOf = (
  { recordedAt }: Pick<RecordedEvent, 'recordedAt'>,
  deadline: number,
  { now }: Pick<Clock, 'now'>,
  signal: AbortSignal,
): TimeLeft => {
  const endsAt = Date.parse(recordedAt) + deadline - Math.min(TO_FINISH_MS, deadline * TO_FINISH_PART);
  return timeUntil(endsAt, now, signal);
};

/** The time of a round that goes on after its tools, with what was left of it before them. */
export const timeLeftAfter = (
  { recordedAt }: Pick<RecordedEvent, 'recordedAt'>,
  timeLeftMs: number,
  { now }: Pick<Clock, 'now'>,
  signal: AbortSignal,
): TimeLeft => timeUntil(Date.parse(recordedAt) + Math.max(timeLeftMs, LEAST_AFTER_TOOLS_MS), now, signal);

const timeUntil = (endsAt: number, now: Clock['now'], signal: AbortSignal): TimeLeft => {
  const forSlowWork = (): number => endsAt - Date.parse(now());
  return {
    forSlowWork,
    within: ({ least, most }, work) =>
      withDeadline(Math.max(Math.min(forSlowWork(), most), least), signal, (limits) => work(limits.signal)),
    signal,
  };
};
