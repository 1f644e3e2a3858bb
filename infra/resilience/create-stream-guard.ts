import { Failure, failure } from '../../domain/kernel/failure.ts';
import { anySignal, neverAborts } from '../../ports/any-signal.ts';
import { untilAborted } from '../../ports/until-aborted.ts';
import { createGate, type GateOptions } from './gate.ts';
import { judgeFailure, type Verdict } from './judge-failure.ts';
import { createTimeLimit } from './time-limit.ts';

type StreamGuardOptions = GateOptions & {
  /** Timeout until the first piece, in milliseconds; a model reads its prompt first. */
  readonly firstPieceMs: number;
  /** Timeout between two pieces, in milliseconds. The time of the consumer does not count. */
  readonly betweenPiecesMs: number;
  /** Classifies an error as evidence about the service; default: by its code. */
  readonly judge?: (error: unknown) => Verdict;
};

/**
 * Creates a guard for streams: timeouts for the first piece and between pieces, the circuit, and a bound on concurrent
 * streams. There are no retries, because pieces may have been passed on already, and paid for.
 *
 * A stream counts as a success when it completes, as a failure when it breaks, and as neither when its consumer stops.
 * Its place is freed in each case. `onWaiting` is called when it starts waiting for a place and when it gets one; only
 * then does the work start. The work calls `onAlive` when it is under way without a piece, which restarts the timeout.
 */
export const createStreamGuard = (options: StreamGuardOptions) => {
  const { component, label, firstPieceMs, betweenPiecesMs, judge = judgeFailure } = options;
  const now = options.now ?? (() => performance.now());
  const gate = createGate(options);

  return async function* <T>(
    open: (signal: AbortSignal, onAlive: () => void) => AsyncIterable<T>,
    signal: AbortSignal = neverAborts,
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
    // A refusal rejects here; later failures arrive with the pieces.
    await Promise.race([entered.promise, passing]);
    const over = new AbortController();
    const both = anySignal([signal, over.signal]);
    let limit = createTimeLimit(firstPieceMs, now, () => over.abort());
    let isAwaiting = true;
    const onAlive = (): void => {
      if (isAwaiting) limit.restart();
    };
    let pieces: AsyncIterator<T> | undefined;
    let outcome: unknown = new Error('The consumer of the stream stopped.');
    try {
      pieces = open(both, onAlive)[Symbol.asyncIterator]();
      for (;;) {
        const piece = await untilAborted(pieces.next(), both);
        isAwaiting = false;
        limit.stop();
        if (piece.done) {
          outcome = undefined;
          return;
        }
        yield piece.value;
        isAwaiting = true;
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
      isAwaiting = false;
      limit.stop();
      if (outcome === undefined) ended.resolve();
      else {
        over.abort();
        ended.reject(outcome);
        // Work that ignores its signal is not awaited.
        void Promise.resolve(pieces?.return?.()).catch(() => {});
      }
      await passing.catch(() => {});
    }
  };
};
