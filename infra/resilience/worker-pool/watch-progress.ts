import type { Worker } from 'node:worker_threads';

/** Bounds of the check interval in milliseconds; within them a thread is checked four times before it is aborted. */
const MOST_OFTEN = 50;
const LEAST_OFTEN = 10_000;

/** A thread idle for this multiple of its computing limit waits for something that will not arrive. */
const IDLE_FACTOR = 3;

/** Processor time of a thread in milliseconds; `undefined` if it has exited. */
const processorTime = async (worker: Worker): Promise<number | undefined> => {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return undefined;
  }
};

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
export const watchProgress = (worker: Worker, stallTimeout: number, onStall: () => void): ProgressWatch => {
  const interval = Math.min(LEAST_OFTEN, Math.max(MOST_OFTEN, stallTimeout / 4));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Incremented at each progress: a measurement requested earlier does not apply to the time since. */
  let stretch = 0;
  let computedBefore: number | undefined;
  let idleBefore = 0;

  const progressed = (): void => {
    stretch += 1;
    computedBefore = undefined;
    idleBefore = worker.performance.eventLoopUtilization().idle;
  };
  const look = async (): Promise<void> => {
    const asked = stretch;
    const computed = await processorTime(worker);
    if (isStopped) return;
    if (computed !== undefined && asked === stretch) {
      computedBefore ??= computed;
      const idle = worker.performance.eventLoopUtilization().idle - idleBefore;
      if (computed - computedBefore >= stallTimeout || idle >= stallTimeout * IDLE_FACTOR) {
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
