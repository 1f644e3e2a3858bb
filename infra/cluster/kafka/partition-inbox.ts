import type { Position } from '../../../domain/kernel/event.ts';
import type { ReceivedRecord } from './work-record.ts';

/** The records received for a partition that are not done yet. */
export type PartitionInbox = {
  readonly push: (record: ReceivedRecord) => void;
  /** The next record in order; `undefined` after this many milliseconds without one, or immediately when closed. */
  readonly next: (milliseconds: number) => Promise<ReceivedRecord | undefined>;
  /** Drops a record already taken whose end is not in the log. */
  readonly forget: (record: ReceivedRecord) => void;
  /** The number of records not taken yet. */
  readonly waiting: () => number;
  readonly close: () => void;
  readonly isClosed: () => boolean;
  /** The offset to continue from when everything up to a position is done; `undefined` if it has not changed. */
  readonly doneUpTo: (position: Position) => bigint | undefined;
};

export const createPartitionInbox = (): PartitionInbox => {
  const queue: ReceivedRecord[] = [];
  /** Records taken and not yet done, in order. */
  const taken: ReceivedRecord[] = [];
  let isClosed = false;
  let news = Promise.withResolvers<void>();
  return {
    push: (record) => {
      if (isClosed) return;
      queue.push(record);
      news.resolve();
    },
    next: async (milliseconds) => {
      if (queue.length === 0 && !isClosed) {
        news = Promise.withResolvers();
        const timer = setTimeout(news.resolve, milliseconds);
        await news.promise;
        clearTimeout(timer);
      }
      if (isClosed) return undefined;
      const record = queue.shift();
      if (record) taken.push(record);
      return record;
    },
    forget: (record) => {
      const at = taken.indexOf(record);
      if (at !== -1) taken.splice(at, 1);
    },
    waiting: () => queue.length,
    close: () => {
      isClosed = true;
      queue.length = 0;
      news.resolve();
    },
    isClosed: () => isClosed,
    doneUpTo: (position) => {
      const open = taken.findIndex(({ end }) => end > position);
      const done = taken.splice(0, open === -1 ? taken.length : open);
      const last = done.at(-1);
      return last && last.offset + 1n;
    },
  };
};
