import { Failure, failure } from '../../domain/kernel/failure.ts';
import { anySignal } from '../../ports/any-signal.ts';

/** The time that a piece of work has left. */
type Deadline = {
  /** Aborts when the time is up, or with the caller's signal. */
  readonly signal: AbortSignal;
  /** Restarts the time from here. */
  readonly progress: () => void;
  /** Pauses the time until there is progress. */
  readonly rest: () => void;
};

/** Milliseconds for work to wind up after the caller's signal aborts; after that it is abandoned. */
const GRACE_MS = 5000;

const overdue = (milliseconds: number): Failure =>
  new Failure(
    failure('timeout', `It took longer than its deadline of ${Math.ceil(milliseconds / 1000)} s.`, {
      details: { milliseconds },
    }),
  );

/**
 * Does work that may never return: rejects with `timeout` when its time is up, and with the signal's reason some seconds
 * after that aborts. Work that ignores its signal is abandoned; it must itself ensure that nothing it does later counts.
 */
export const withDeadline = async <T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> => {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let grace: NodeJS.Timeout | undefined;
  const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
  let isOver = false;
  const rest = (): void => clearTimeout(timer);
  const progress = (): void => {
    rest();
    if (isOver) return;
    timer = setTimeout(() => {
      const reason = overdue(milliseconds);
      ended.abort(reason);
      giveUp(reason);
    }, milliseconds);
  };
  const windUp = (): void => {
    grace = setTimeout(() => giveUp(signal.reason), GRACE_MS);
  };
  if (signal.aborted) windUp();
  else signal.addEventListener('abort', windUp, { once: true });
  progress();
  try {
    return await Promise.race([work({ signal: anySignal([signal, ended.signal]), progress, rest }), given]);
  } finally {
    isOver = true;
    rest();
    clearTimeout(grace);
    signal.removeEventListener('abort', windUp);
  }
};
