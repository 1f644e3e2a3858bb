import { Failure, failure } from '../../domain/kernel/failure.ts';
import { untilAborted } from '../../ports/until-aborted.ts';

/** Calls of one tool that may be left behind: each can hold a connection and what it has read. */
const MAX_LEFT_BEHIND = 16;

/** Counts calls that ignored their abort signal and run on although no caller waits for them any more. */
export type UnresponsiveTools = {
  /**
   * The outcome of work, or the signal's reason as soon as it aborts. Rejects with `unavailable`, and begins nothing, while
   * too many calls of the tool are left behind.
   */
  readonly untilAborted: <T>(tool: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
};

export const createUnresponsiveTools = (): UnresponsiveTools => {
  const leftBehind = new Map<string, number>();
  const count = (tool: string, change: 1 | -1): void => {
    const left = (leftBehind.get(tool) ?? 0) + change;
    if (left > 0) leftBehind.set(tool, left);
    else leftBehind.delete(tool);
  };
  return {
    untilAborted: async (tool, work, signal) => {
      if ((leftBehind.get(tool) ?? 0) >= MAX_LEFT_BEHIND)
        throw new Failure(
          failure('unavailable', `Too many calls of the tool ${tool} have hung. Try again later.`),
        );
      signal.throwIfAborted();
      let isOver = false;
      const working = work().finally(() => {
        isOver = true;
      });
      try {
        return await untilAborted(working, signal);
      } finally {
        if (!isOver) {
          count(tool, 1);
          const forget = (): void => count(tool, -1);
          working.then(forget, forget);
        }
      }
    },
  };
};
