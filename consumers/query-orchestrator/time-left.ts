import { timeForSlowWork } from '../../domain/consultation/answering/next-call.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Clock } from '../../ports/clock.ts';
import { withDeadline } from '../runner/with-deadline.ts';

/** The least time of a model for reporting a tool's result to the person who waited for it or confirmed it. */
const LEAST_AFTER_TOOLS_MS = 10_000;

/** Bounds of a step in milliseconds. */
type StepBounds = { readonly least: number; readonly most: number };

/** The time that a round of a query has left. */
export type TimeLeft = {
  /** Milliseconds left for slow or paid work; 0 or less when there are none. */
  readonly forSlowWork: () => number;
  /**
   * Does a step within the deadline, but allows it at least `least` milliseconds, even past the deadline, for steps
   * that every outcome needs, and at most `most`, so that one step does not use up the time of all others. Rejects with
   * `timeout`.
   */
  readonly within: <T>(bounds: StepBounds, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** The signal of the delivery: aborts when another process owns the work or this one stops. */
  readonly signal: AbortSignal;
};

/** The time left in the round that an event began. */
export const timeLeftOf = (
  { recordedAt }: Pick<RecordedEvent, 'recordedAt'>,
  deadline: number,
  { now }: Pick<Clock, 'now'>,
  signal: AbortSignal,
): TimeLeft => {
  const endsAt = Date.parse(recordedAt) + timeForSlowWork(deadline);
  return timeUntil(endsAt, now, signal);
};

/** The time left in a round that continues after its tools: what was left before them. */
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
