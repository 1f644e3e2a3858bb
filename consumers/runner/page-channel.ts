import type { LogPage } from '../../ports/event-store.ts';

/** Hands pages from their reader to the partition that works on them. */
export type PageChannel = {
  readonly push: (page: LogPage) => void;
  /** Whether no page is waiting or being worked on. */
  readonly isEmpty: () => boolean;
  /** Resolves when the consumer of the pages has asked for one more than were pushed, or has ended. */
  readonly taken: () => Promise<void>;
  /** Ends the pages; those pushed and not taken are dropped. */
  readonly close: () => void;
  /** The pages, for one consumer; ends when the signal aborts. */
  readonly pages: (signal: AbortSignal) => AsyncIterable<LogPage>;
};

export const createPageChannel = (): PageChannel => {
  const waiting: LogPage[] = [];
  let isClosed = false;
  let isWorking = false;
  let news = Promise.withResolvers<void>();
  let asked = Promise.withResolvers<void>();
  asked.resolve();

  const close = (): void => {
    isClosed = true;
    waiting.length = 0;
    news.resolve();
    asked.resolve();
  };

  return {
    push: (page) => {
      if (isClosed) return;
      if (waiting.length === 0 && !isWorking) asked = Promise.withResolvers();
      waiting.push(page);
      news.resolve();
    },
    isEmpty: () => waiting.length === 0 && !isWorking,
    taken: () => asked.promise,
    close,
    pages: async function* (signal) {
      signal.addEventListener('abort', close, { once: true });
      if (signal.aborted) close();
      try {
        while (!isClosed) {
          const page = waiting.shift();
          if (page) {
            isWorking = true;
            yield page;
            isWorking = false;
            if (waiting.length === 0) asked.resolve();
            continue;
          }
          await news.promise;
          news = Promise.withResolvers();
        }
      } finally {
        signal.removeEventListener('abort', close);
        close();
      }
    },
  };
};
