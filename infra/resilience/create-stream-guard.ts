import { Failure, failure } from '../../domain/kernel/failure.ts';
import { untilAborted } from '../../ports/until-aborted.ts';
import { createGate, type GateOptions } from './gate.ts';
import { judgeFailure, type Verdict } from './judge-failure.ts';
import { createTimeLimit } from './time-limit.ts';

type StreamGuardOptions = GateOptions & {
  /** Milliseconds until the first piece: a model reads its prompt first. */
  readonly firstPieceMs: number;
  /** Milliseconds between two pieces. What a reader takes his time for does not count. */
  readonly betweenPiecesMs: number;
  /** What an error says of the service; by its code when absent. */
  readonly judge?: (error: unknown) => Verdict;
};

const never = AbortSignal.any([]);

/**
 * The guard for what comes in pieces: limits of time for the first piece and between two, the circuit, and the bound on
 * what is under way. Nothing is tried again, since pieces may have been passed on already, and paid for.
 *
 * A stream counts as a success when it comes to its end, as a failure when it breaks, and as neither when its reader
 * goes away. Its place is freed in each case. `onWaiting` is called when it waits for one, and when it has one: the work
 * begins only then.
 */
export const createStreamGuard = (options: StreamGuardOptions) => {
  const { component, label, firstPieceMs, betweenPiecesMs, judge = judgeFailure } = options;
  const now = options.now ?? (() => performance.now());
  const gate = createGate(options);

  return async function* <T>(
    open: (signal: AbortSignal) => AsyncIterable<T>,
    signal: AbortSignal = never,
    onWaiting: (isWaiting: boolean) => void = () => {},
  ): AsyncGenerator<T, void, undefined> {
    const entered = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    let isExcused = true;
    onWaiting(true);
    const passing = gate(
      () => {
        onWaiting(false);
        entered.resolve();
        return ended.promise;
      },
      (error) => (isExcused ? 'unknown' : judge(error)),
      signal,
    );
    // Refused, it rejects here; later failures come with the pieces.
    await Promise.race([entered.promise, passing]);
    const over = new AbortController();
    const both = AbortSignal.any([signal, over.signal]);
    let limit = createTimeLimit(firstPieceMs, now, () => over.abort());
    let pieces: AsyncIterator<T> | undefined;
    let outcome: unknown = new Error('The reader went away.');
    try {
      pieces = open(both)[Symbol.asyncIterator]();
      for (;;) {
        const piece = await untilAborted(pieces.next(), both);
        limit.stop();
        if (piece.done) {
          outcome = undefined;
          return;
        }
        yield piece.value;
        limit = createTimeLimit(betweenPiecesMs, now, () => over.abort());
      }
    } catch (error) {
      isExcused = signal.aborted || limit.stoodStill();
      outcome = error;
      signal.throwIfAborted();
      if (!over.signal.aborted) throw error;
      outcome = new Failure(
        failure('timeout', `${label} stopped answering.`, { component, details: { retryable: true } }),
        { cause: error },
      );
      throw outcome;
    } finally {
      limit.stop();
      if (outcome === undefined) ended.resolve();
      else {
        over.abort();
        ended.reject(outcome);
        // What does not heed its signal is not waited for.
        void Promise.resolve(pieces?.return?.()).catch(() => {});
      }
      await passing.catch(() => {});
    }
  };
};
