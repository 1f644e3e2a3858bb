import pLimit from 'p-limit';

/** Runs work in parallel, but sequentially per key. */
export type KeyedQueues = {
  /** Appends work, which must not reject, to the queue of a key. Resolves when the work is done. */
  readonly add: (key: string, work: () => Promise<void>) => Promise<void>;
  /** Resolves when fewer than the given number of tasks wait or run. */
  readonly untilFewerThan: (count: number) => Promise<void>;
};

/** Creates queues of which at most `concurrency` run at a time. */
export const createKeyedQueues = (concurrency: number): KeyedQueues => {
  const limit = pLimit(concurrency);
  /** The last work of each queue; the next one waits for it. */
  const last = new Map<string, Promise<void>>();
  const underWay = new Set<Promise<void>>();
  return {
    add: (key, work) => {
      const before = last.get(key) ?? Promise.resolve();
      const next = before
        .then(() => limit(work))
        .finally(() => {
          underWay.delete(next);
          if (last.get(key) === next) last.delete(key);
        });
      last.set(key, next);
      underWay.add(next);
      return next;
    },
    untilFewerThan: async (count) => {
      while (underWay.size >= count) await Promise.race(underWay);
    },
  };
};
