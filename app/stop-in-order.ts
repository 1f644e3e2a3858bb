import { describeError } from '../domain/kernel/describe-error.ts';

type Stopping = {
  /** Stops everything; rejects when something could not be stopped cleanly. */
  readonly stopServing: () => Promise<void>;
  /** Resolves when a new admin token has been handed over, so that a token that was shown takes effect. */
  readonly handedOver: () => Promise<void>;
  /** Aborts work that is still starting. */
  readonly stop: AbortController;
  readonly say: (text: string) => void;
  readonly exit: (code: number) => void;
};

/** The overall limit for a stop. Every step has its own limit; this one covers everything unforeseen. */
export const MAX_STOP_MS = 14_500;

/** The first of several errors of closing. */
const firstOf = (error: unknown): unknown =>
  error instanceof SuppressedError ? firstOf(error.suppressed) : error;

/**
 * Creates the handler of signals: the first stops the server in order, the second exits the process immediately. Any other
 * exit than a clean stop is explained, with its exit code.
 */
export const stopInOrder = ({ stopServing, handedOver, stop, say, exit }: Stopping): (() => void) => {
  let stopping = false;
  const endWith = (code: number, why: string): void => {
    say(`${why} Nothing acknowledged is lost. The exit code is ${code}.`);
    exit(code);
  };
  return () => {
    if (stopping) {
      endWith(130, 'Stopped by a second signal, with work in progress.');
      return;
    }
    stopping = true;
    stop.abort();
    say('Stopping: finishing work in progress …');
    setTimeout(() => endWith(1, 'Not everything stopped in time.'), MAX_STOP_MS).unref();
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
