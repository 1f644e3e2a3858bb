import type { Clock } from '../../ports/clock.ts';
import type { SharedClock } from '../../ports/shared-clock.ts';

/** Milliseconds for which one measurement of the log's time is used. */
const MEASURED_FOR_MS = 60_000;

/** Milliseconds by which the wall clock may deviate from the monotonic clock before it counts as reset. */
const JUMP_MS = 1000;

/**
 * A clock that returns the log's time without a query: the last measurement plus the monotonic time since, so that
 * setting this machine's clock moves no deadline. It measures again in the background once a minute, and immediately
 * when the clock was set or the machine slept. When the shared clock does not answer, it uses the last measurement,
 * or this machine's time before the first.
 */
export const createLogClock = (shared: SharedClock, local: Clock): Clock => {
  const wall = (): number => Date.parse(local.now());
  let known: { readonly time: number; readonly elapsed: number } | undefined;
  let looked = { elapsed: Number.NEGATIVE_INFINITY, wall: 0 };
  const measure = async (): Promise<void> => {
    const before = local.elapsed();
    const answered = Date.parse(await shared.now());
    // The database read its clock somewhere between request and response.
    known = { time: answered, elapsed: (before + local.elapsed()) / 2 };
  };
  return {
    elapsed: local.elapsed,
    now: () => {
      const elapsed = local.elapsed();
      const passed = elapsed - looked.elapsed;
      const jumped = Math.abs(wall() - looked.wall - passed) > JUMP_MS;
      if (passed >= MEASURED_FOR_MS || jumped) {
        looked = { elapsed, wall: wall() };
        measure().catch(() => {});
      }
      return new Date(known ? known.time + elapsed - known.elapsed : wall()).toISOString();
    },
  };
};
