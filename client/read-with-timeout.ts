import { ConnectionFailure } from './failures.ts';

/** Time limits for a body, in milliseconds. */
export type BodyLimits = {
  /** Until the next piece. */
  readonly idle: number;
  /** Until the end; unlimited if absent. */
  readonly total?: number | undefined;
};

const late = (what: string, milliseconds: number): ConnectionFailure =>
  new ConnectionFailure('late', `The server ${what} ${Math.round(milliseconds / 1000)} seconds.`);

/**
 * Yields the pieces of a body as they arrive. If the server falls silent, or trickles data for too long, cancels the
 * body and throws a `ConnectionFailure` instead of blocking the caller for ever.
 */
export async function* readWithTimeout(
  body: ReadableStream<Uint8Array>,
  { idle, total = Number.POSITIVE_INFINITY }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const end = performance.now() + total;
  try {
    for (;;) {
      const left = end - performance.now();
      const failure =
        left < idle ? late('did not complete its answer within', total) : late('sent nothing for', idle);
      const { promise: tooLate, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(failure), Math.max(0, Math.min(left, idle)));
      const { done, value } = await Promise.race([reader.read(), tooLate]).finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    // The rest is not needed; cancelling a finished body is harmless.
    void reader.cancel().catch(() => {});
  }
}
