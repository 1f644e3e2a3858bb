import { describeError } from '../../../domain/kernel/describe-error.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { AnswerFeed } from '../../../ports/answer-feed.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { RowSealer } from '../../../ports/row-sealer.ts';
import { createDraftBoard, type Draft, type DraftBoardLimits } from './draft-board.ts';
import { createDraftFetcher } from './draft-fetcher.ts';
import type { DraftPieces } from './draft-pieces.ts';
import { createDraftStorer } from './draft-storer.ts';

type SharedAnswerFeedOptions = {
  /** Where nodes leave drafts for each other. */
  readonly pieces: DraftPieces;
  readonly sealer: RowSealer;
  readonly logger: Logger;
  readonly limits?: DraftBoardLimits;
  /** Milliseconds; 60,000 unless told. */
  readonly sweepEvery?: number;
};

/** Milliseconds in which what is written gathers. */
const GATHER_MS = 50;
/** Milliseconds until the next try where the database does not answer. */
const AFTER_FAILURE_MS = 1000;
const SWEEP_EVERY_MS = 60_000;

/**
 * Works for as long as there is something to do, one turn after the other, with pauses between them. Calling what it
 * answers begins a turn, or ends the pause before the next.
 */
const createLoop = (
  turn: () => Promise<void>,
  pause: () => number,
  goesOn: () => boolean,
  stopped: AbortSignal,
  onFailure: (error: unknown) => void,
): { readonly start: () => void; readonly hurry: () => void } => {
  let isRunning = false;
  let wake = new AbortController();
  const run = async (): Promise<void> => {
    while (goesOn() && !stopped.aborted) {
      const failed = await turn().then(
        () => false,
        (error: unknown) => {
          onFailure(error);
          return true;
        },
      );
      // Nothing shortens the pause after a failure.
      await abortablePause(
        failed ? AFTER_FAILURE_MS : pause(),
        failed ? stopped : AbortSignal.any([stopped, wake.signal]),
      );
      if (wake.signal.aborted) wake = new AbortController();
    }
    isRunning = false;
  };
  return {
    start: () => {
      if (isRunning || stopped.aborted) return;
      isRunning = true;
      void run();
    },
    hurry: () => wake.abort(),
  };
};

/**
 * Passes drafts on within this process, as one in memory does, and through a table or Redis to readers on other nodes: sealed
 * with the key of their subject, in pieces of a twentieth of a second. Whoever reads here waits for none of that, and a
 * place that fails costs the others some text. What a node leaves behind that ends in the middle is removed by any
 * other after a while.
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
  const store = createLoop(storer.flush, () => GATHER_MS, storer.isDue, stopped.signal, complain);
  const look = createLoop(fetcher.look, pieces.pause, fetcher.isWanted, stopped.signal, complain);
  const sweep = createLoop(
    pieces.sweep,
    () => sweepEvery,
    () => true,
    stopped.signal,
    complain,
  );
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
