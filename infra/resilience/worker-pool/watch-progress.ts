import { setImmediate } from 'node:timers/promises';
import type { PoolWorker, WorkerTime } from './pool-worker.ts';

/** Bounds of the check interval in milliseconds; within them a thread is checked four times before it is aborted. */
const MOST_OFTEN = 50;
const LEAST_OFTEN = 10_000;

/** A thread idle for this multiple of its computing limit waits for something that will not arrive. */
const IDLE_FACTOR = 3;

/** A watch for threads without progress. */
export type ProgressWatch = {
  /** Restarts the time after progress. */
  readonly progressed: () => void;
  readonly stop: () => void;
};

/**
 * Calls `onStall` when a thread has computed for `stallTimeout` without progress, in its own processor time: on a busy
 * machine, or one that was asleep, hours can pass by the clock. An idle thread, e.g. one waiting for a program that it
 * has started, is given three times as long.
 */
export const watchProgress = (
  worker: Pick<PoolWorker, 'time'>,
  stallTimeout: number,
  onStall: () => void,
): ProgressWatch => {
  const interval = Math.min(LEAST_OFTEN, Math.max(MOST_OFTEN, stallTimeout / 4));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Incremented at each progress: a measurement requested earlier does not apply to the time since. */
  let stretch = 0;
  /** The times at the first look since then. */
  let before: WorkerTime | undefined;

  const progressed = (): void => {
    stretch += 1;
    before = undefined;
  };
  const look = async (): Promise<void> => {
    const asked = stretch;
    const now = await worker.time();
    // What the thread reported before it was measured may still wait to be handled, if this thread was busy.
    await setImmediate();
    if (isStopped) return;
    if (now !== undefined && asked === stretch) {
      before ??= now;
      const computed = now.computed - before.computed;
      const idle = now.idle - before.idle;
      if (computed >= stallTimeout || idle >= stallTimeout * IDLE_FACTOR) {
        onStall();
        return;
      }
    }
    timer = setTimeout(() => void look(), interval);
  };
  progressed();
  void look();
  return {
    progressed,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
