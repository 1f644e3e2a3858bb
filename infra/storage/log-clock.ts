import type { Clock } from '../../ports/clock.ts';
import type { SharedClock } from '../../ports/shared-clock.ts';

/** Milliseconds for which the log's time is reckoned from one measurement. */
const MEASURED_FOR_MS = 60_000;

/** Milliseconds by which this machine's time may run away from its stopwatch before it counts as reset. */
const JUMP_MS = 1000;

/**
 * A clock with the log's time that needs no query each time: that of the last measurement, plus the time since by a
 * stopwatch, so that setting this machine's clock moves no deadline. It is measured again once a minute,
 * and at once when the clock was set or the machine slept, in the background; until the first measurement, and where the
 * shared clock does not answer, it uses the last known time.
 */
export const createLogClock = (shared: SharedClock, local: Clock): Clock => {
  const wall = (): number => Date.parse(local.now());
  let known: { readonly time: number; readonly elapsed: number } | undefined;
  let looked = { elapsed: Number.NEGATIVE_INFINITY, wall: 0 };
  const measure = async (): Promise<void> => {
    const before = local.elapsed();
    const answered = Date.parse(await shared.now());
    // The answer was true somewhere between the request and its arrival.
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
