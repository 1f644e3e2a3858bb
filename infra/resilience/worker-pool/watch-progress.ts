import type { Worker } from 'node:worker_threads';

/** How often a thread is looked at: four times until it is given up, within these bounds, in milliseconds. */
const MOST_OFTEN = 50;
const LEAST_OFTEN = 10_000;

/** A thread that waits for this many times what it may compute waits for something that does not come. */
const IDLE_FACTOR = 3;

/** Processor time of a thread in milliseconds; `undefined` where it has ended. */
const processorTime = async (worker: Worker): Promise<number | undefined> => {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return undefined;
  }
};

/** Finds out whether a thread makes no progress. */
export type ProgressWatch = {
  /** The thread goes on: the time begins again. */
  readonly progressed: () => void;
  readonly stop: () => void;
};

/**
 * Calls `onStall` when a thread has computed for `stallTimeout` without progress, by the processor time of that thread: on
 * a busy machine, or one that was asleep, hours can pass meanwhile. A thread that waits instead, such as for a program that it
 * has started, is given up after three times as long.
 */
export const watchProgress = (worker: Worker, stallTimeout: number, onStall: () => void): ProgressWatch => {
  const interval = Math.min(LEAST_OFTEN, Math.max(MOST_OFTEN, stallTimeout / 4));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Rises with each progress: what was asked before it says nothing about the time since. */
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
