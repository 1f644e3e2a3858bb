import { describeError } from '../../../domain/kernel/describe-error.ts';
import type { AnswerFeed } from '../../../ports/answer-feed.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { RowSealer } from '../../../ports/row-sealer.ts';
import { createDraftBoard, type Draft, type DraftBoardLimits } from './draft-board.ts';
import { createDraftFetcher } from './draft-fetcher.ts';
import type { DraftPieces } from './draft-pieces.ts';
import { createDraftStorer } from './draft-storer.ts';
import { createWorkLoop } from './work-loop.ts';

type SharedAnswerFeedOptions = {
  /** The storage through which nodes exchange drafts. */
  readonly pieces: DraftPieces;
  readonly sealer: RowSealer;
  readonly logger: Logger;
  readonly limits?: DraftBoardLimits;
  /** Milliseconds; default: 60,000. */
  readonly sweepEvery?: number;
};

/** Milliseconds during which text is batched. */
const GATHER_MS = 50;
const SWEEP_EVERY_MS = 60_000;

/**
 * Creates a feed that passes drafts on within this process like the in-memory one, and to readers on other nodes
 * through a table or Redis, sealed with the key of their subject and batched into pieces of a twentieth of a second.
 * Local readers wait for none of that; if the storage fails, remote readers miss some text. Drafts abandoned by a node
 * that stopped midway are swept by any other.
 */
export const createSharedAnswerFeed = (
  options: SharedAnswerFeedOptions,
): AnswerFeed & { readonly close: () => void } => {
  const { pieces, sealer, logger, sweepEvery = SWEEP_EVERY_MS } = options;
  const stopped = new AbortController();
  const board = createDraftBoard(options.limits);
  const ours = new WeakSet<Draft>();
  const storer = createDraftStorer(board, pieces, sealer);
  const fetcher = createDraftFetcher(board, (draft) => ours.has(draft), pieces, sealer);
  const complain = (error: unknown): void => {
    const { message } = describeError(error);
    logger.debug({ component: 'answer-feed', error: message }, 'Drafts could not be passed between nodes.');
  };
  const always = { stopped: stopped.signal, onFailure: complain };
  const store = createWorkLoop({
    turn: storer.flush,
    pause: () => GATHER_MS,
    goesOn: storer.isDue,
    ...always,
  });
  const look = createWorkLoop({
    turn: fetcher.look,
    pause: pieces.pause,
    goesOn: fetcher.isWanted,
    ...always,
  });
  const sweep = createWorkLoop({
    turn: pieces.sweep,
    pause: () => sweepEvery,
    goesOn: () => true,
    ...always,
  });
  const stopListening = sealer.onDestroyed(board.clear);
  sweep.start();
  const hearing = pieces.hear(() => {
    if (fetcher.isWanted()) look.hurry();
  });
  hearing.catch(complain);

  return {
    open: (begun) => {
      const draft = board.begin(begun);
      if (!draft) return { write: () => {}, close: () => {} };
      ours.add(draft);
      storer.add(draft);
      return {
        write: (text) => {
          board.extend(draft, text);
          store.start();
        },
        close: () => {
          board.remove(draft);
          storer.remove(draft);
          store.start();
        },
      };
    },
    follow: async function* (queryId, signal) {
      const leave = fetcher.follow(queryId);
      look.start();
      look.hurry();
      try {
        yield* board.follow(queryId, signal);
      } finally {
        leave();
      }
    },
    close: () => {
      stopped.abort();
      hearing.then((stop) => stop()).catch(() => {});
      stopListening();
    },
  };
};
