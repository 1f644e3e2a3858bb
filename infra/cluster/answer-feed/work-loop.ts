import { abortablePause } from '../../../ports/abortable-pause.ts';

/** Milliseconds until the next try where a turn failed. */
const AFTER_FAILURE_MS = 1000;

type LoopParts = {
  readonly turn: () => Promise<void>;
  /** Milliseconds until the next turn. */
  readonly pause: () => number;
  /** Whether there is something to do. */
  readonly goesOn: () => boolean;
  readonly stopped: AbortSignal;
  readonly onFailure: (error: unknown) => void;
};

/**
 * Works for as long as there is something to do, one turn after the other, with pauses between them. Calling what it
 * answers begins a turn, or ends the pause before the next.
 */
export const createWorkLoop = ({
  turn,
  pause,
  goesOn,
  stopped,
  onFailure,
}: LoopParts): { readonly start: () => void; readonly hurry: () => void } => {
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
