import type { LogPage } from '../../ports/event-store.ts';

/** Hands pages over from who reads them to who works on them. */
export type PageChannel = {
  readonly push: (page: LogPage) => void;
  /** Whether nothing waits to be taken. */
  readonly isEmpty: () => boolean;
  /** Resolves when the reader has asked for one more page than were pushed, or has ended. */
  readonly taken: () => Promise<void>;
  /** Ends the pages for the reader; pages that were pushed and not taken are dropped. */
  readonly close: () => void;
  /** For one reader; ends with the signal. */
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
