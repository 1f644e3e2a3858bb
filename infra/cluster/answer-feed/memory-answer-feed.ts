import type { AnswerFeed } from '../../../ports/answer-feed.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import { createDraftBoard, type DraftBoardLimits } from './draft-board.ts';

type MemoryAnswerFeedOptions = {
  readonly limits?: DraftBoardLimits;
  /** Reports destroyed keys: any draft may concern the subject of the key, so all are removed. */
  readonly onDestroyed?: KeyVault['onDestroyed'];
};

/** Creates a feed that passes drafts on within this process. */
export const createMemoryAnswerFeed = ({ limits, onDestroyed }: MemoryAnswerFeedOptions = {}): AnswerFeed => {
  const board = createDraftBoard(limits);
  onDestroyed?.(board.clear);
  return {
    open: (begun) => {
      const draft = board.begin(begun);
      return {
        write: (text) => draft && board.extend(draft, text),
        close: () => draft && board.remove(draft),
      };
    },
    follow: board.follow,
  };
};
