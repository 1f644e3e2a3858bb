import { describeError } from '../domain/kernel/describe-error.ts';

type Stopping = {
  /** Ends everything; rejects where something could not be ended in order. */
  readonly stopServing: () => Promise<void>;
  /** Resolves once a new admin token is handed over: one that was shown comes into force. */
  readonly handedOver: () => Promise<void>;
  /** Aborts what is still being begun. */
  readonly stop: AbortController;
  readonly say: (text: string) => void;
  readonly exit: (code: number) => void;
};

/** Every step of stopping has its own limit; this one is for what no step foresaw. */
export const MAX_STOP_MS = 14_500;

/** What went wrong first, where the end of one thing failed after that of another. */
const firstOf = (error: unknown): unknown =>
  error instanceof SuppressedError ? firstOf(error.suppressed) : error;

/**
 * What is done at a signal: the server stops in order; at a second one the process ends at once. Whatever else than an
 * ordinary end the process comes to, it says why, and with what exit code.
 */
export const stopInOrder = ({ stopServing, handedOver, stop, say, exit }: Stopping): (() => void) => {
  let stopping = false;
  const endWith = (code: number, why: string): void => {
    say(`${why} Nothing acknowledged is lost. The exit code is ${code}.`);
    exit(code);
  };
  return () => {
    if (stopping) {
      endWith(130, 'Stopped at the second signal, with work under way.');
      return;
    }
    stopping = true;
    stop.abort();
    say('Stopping: finishing what is under way …');
    setTimeout(() => endWith(1, 'Not everything came to an end in time.'), MAX_STOP_MS).unref();
    Promise.allSettled([handedOver()])
      .then(stopServing)
      .then(
        () => {
          say('Stopped.');
          exit(0);
        },
        (error: unknown) =>
          endWith(1, `Not everything could be closed: ${describeError(firstOf(error)).message}`),
      );
  };
};
