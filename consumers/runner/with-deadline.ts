import { Failure, failure } from '../../domain/kernel/failure.ts';

/** The time that a piece of work has left. */
type Deadline = {
  /** Aborts when the time is up, or with the signal from outside. */
  readonly signal: AbortSignal;
  /** Restarts the time from here. */
  readonly progress: () => void;
  /** Pauses the time until there is progress. */
  readonly rest: () => void;
};

/** Milliseconds for work to wind up once the signal from outside has aborted; it is left behind then. */
const GRACE_MS = 5000;

const overdue = (milliseconds: number): Failure =>
  new Failure(
    failure('timeout', `It took longer than its deadline of ${Math.ceil(milliseconds / 1000)} s.`, {
      details: { milliseconds },
    }),
  );

/**
 * Does a piece of work that may never come back: rejects with `timeout` when its time is up, and with the signal's
 * reason some seconds after that aborted. What does not heed its signal is left behind; it is the work's own matter
 * that nothing it does later counts.
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
    return await Promise.race([
      work({ signal: AbortSignal.any([signal, ended.signal]), progress, rest }),
      given,
    ]);
  } finally {
    isOver = true;
    rest();
    clearTimeout(grace);
    signal.removeEventListener('abort', windUp);
  }
};
