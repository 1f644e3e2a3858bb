import pLimit from 'p-limit';

/** Work in parallel, but one after the other with the same key. */
export type KeyedQueues = {
  /** Puts work, which must not reject, at the end of the queue of a key. Resolves when it is over. */
  readonly add: (key: string, work: () => Promise<void>) => Promise<void>;
  /** Resolves when fewer than the given number of tasks wait or run. */
  readonly untilFewerThan: (count: number) => Promise<void>;
};

/** Queues of which at most `concurrency` are at work at the same time. */
export const createKeyedQueues = (concurrency: number): KeyedQueues => {
  const limit = pLimit(concurrency);
  /** The last piece of work of each queue; the next one waits for it. */
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
