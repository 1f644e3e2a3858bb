import { Failure, failure } from '../../domain/kernel/failure.ts';
import { untilAborted } from '../../ports/until-aborted.ts';

/** The most abandoned calls of one tool: each can hold a connection and the data that it has read. */
const MAX_LEFT_BEHIND = 16;

/** Counts abandoned calls: those that ignored their abort signal and are still running. */
export type UnresponsiveTools = {
  /**
   * Returns the outcome of the work, or rejects with the signal's reason as soon as it aborts. Rejects with
   * `unavailable`, without starting the work, while too many calls of the tool are abandoned.
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
