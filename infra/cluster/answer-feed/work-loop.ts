import { abortablePause } from '../../../ports/abortable-pause.ts';
import { anySignal } from '../../../ports/any-signal.ts';

/** Milliseconds until the next turn after a failed one. */
const AFTER_FAILURE_MS = 1000;

type LoopParts = {
  readonly turn: () => Promise<void>;
  /** Milliseconds until the next turn. */
  readonly pause: () => number;
  /** Whether there is work left. */
  readonly goesOn: () => boolean;
  readonly stopped: AbortSignal;
  readonly onFailure: (error: unknown) => void;
};

/**
 * Creates a loop that runs turns, with pauses between them, while there is work. `start` starts it unless it is
 * running; `hurry` cuts the pause before the next turn short.
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
        failed ? stopped : anySignal([stopped, wake.signal]),
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
