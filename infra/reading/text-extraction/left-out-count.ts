import type { LeftOut } from '../../../domain/knowledge/left-out.ts';

/** Counts the stretches of a document that are left out. */
export type LeftOutCount = {
  /** Counts invisible text. */
  readonly hide: (stretches?: number) => void;
  /** Counts content that is visible but cannot be read. */
  readonly miss: () => void;
  readonly add: (leftOut: LeftOut) => void;
  readonly result: () => LeftOut;
};

export const createLeftOutCount = (): LeftOutCount => {
  let [hidden, struck, unread] = [0, 0, 0];
  return {
    hide: (stretches = 1) => {
      hidden += stretches;
    },
    miss: () => {
      unread += 1;
    },
    add: (leftOut) => {
      hidden += leftOut.hidden;
      struck += leftOut.struck;
      unread += leftOut.unread ?? 0;
    },
    result: () => ({ hidden, struck, ...(unread === 0 ? {} : { unread }) }),
  };
};
