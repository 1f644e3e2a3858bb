import pLimit from 'p-limit';

/** Work in parallel, but one after the other with the same key. */
export type KeyedQueues = {
  /** Puts work at the end of the queue of a key. It must not reject. */
  readonly add: (key: string, work: () => Promise<void>) => void;
  /** Resolves when fewer than so many pieces of work wait or are under way. */
  readonly untilFewerThan: (count: number) => Promise<void>;
  /** Resolves when nothing waits or is under way. */
  readonly idle: () => Promise<void>;
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
    },
    untilFewerThan: async (count) => {
      while (underWay.size >= count) await Promise.race(underWay);
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};
