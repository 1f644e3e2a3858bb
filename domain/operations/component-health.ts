import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { ComponentName } from './component-name.ts';

/** Failures in a row until a component counts as failed, and successes in a row until it is well again. */
export const FAILURES_UNTIL_FAILED = 5;
export const SUCCESSES_UNTIL_HEALTHY = 2;

/** The outcome of one call of a component. */
export type ComponentOutcome = 'ok' | 'failed';

/** Outcomes since an instant: restarted after this many calls or an hour, so that the rate is current. */
type RecentCalls = { readonly from: string; readonly calls: number; readonly failed: number };
const RECENT_CALLS = 100;
const RECENT_MS = 60 * 60 * 1000;

/** The state of a component as its callers see it. */
export type ComponentHealthState = {
  readonly component: ComponentName;
  readonly state: 'well' | 'failed';
  /** The start of this state; ISO 8601 UTC. */
  readonly since: string;
  /** Consecutive outcomes against its state: failures of a well component, successes of a failed one. */
  readonly against: number;
  /** The reason of the last failure: a code or a fixed sentence, free of PHI. Absent when it is well. */
  readonly reason?: string;
  /** The instant of its last success. */
  readonly lastOk?: string;
  readonly recent: RecentCalls;
};

/** The state of a component before its first call. */
export const initialHealth = (component: ComponentName, at: string): ComponentHealthState => ({
  component,
  state: 'well',
  since: at,
  against: 0,
  recent: { from: at, calls: 0, failed: 0 },
});

const recentAfter = (recent: RecentCalls, outcome: ComponentOutcome, at: string): RecentCalls => {
  const isOver = recent.calls >= RECENT_CALLS || Date.parse(at) - Date.parse(recent.from) > RECENT_MS;
  const { from, calls, failed } = isOver ? { from: at, calls: 0, failed: 0 } : recent;
  return { from, calls: calls + 1, failed: failed + (outcome === 'failed' ? 1 : 0) };
};

/** The state after one more outcome. A single outcome never changes it, so that a flapping component is reported once. */
export const afterOutcome = (
  before: ComponentHealthState,
  outcome: ComponentOutcome,
  at: string,
  why?: string,
): ComponentHealthState => {
  const { component, state, since } = before;
  const isAgainst = (outcome === 'failed') === (state === 'well');
  const against = isAgainst ? before.against + 1 : 0;
  const known = {
    component,
    recent: recentAfter(before.recent, outcome, at),
    ...omitUndefined({ lastOk: outcome === 'ok' ? at : before.lastOk }),
  };
  const reason = omitUndefined({ reason: outcome === 'failed' ? (why ?? before.reason) : before.reason });
  if (state === 'well' && against >= FAILURES_UNTIL_FAILED)
    return { ...known, state: 'failed', since: at, against: 0, ...reason };
  if (state === 'failed' && against >= SUCCESSES_UNTIL_HEALTHY)
    return { ...known, state: 'well', since: at, against: 0 };
  const isWell = state === 'well' && against === 0;
  return { ...known, state, since, against, ...(isWell ? {} : reason) };
};

/** The fewest calls for a rate: one failure in five would be twenty percent. */
const CALLS_FOR_A_RATE = 20;
/** The failure matrix, for the cloud model: an alert from five percent of failures on. */
const ALARMING_RATE = 0.05;

/** Whether a component fails so often that an operator should look, even if it never fails many times in a row. */
export const failsTooOften = ({ recent }: ComponentHealthState): boolean =>
  recent.calls >= CALLS_FOR_A_RATE && recent.failed / recent.calls > ALARMING_RATE;
