import { ConnectionFailure } from './failures.ts';

/** How long a body may take, in milliseconds. */
export type BodyLimits = {
  /** Until its next piece. */
  readonly idle: number;
  /** Until its end; without a limit when absent. */
  readonly total?: number | undefined;
};

const late = (what: string, milliseconds: number): ConnectionFailure =>
  new ConnectionFailure('late', `The server ${what} ${Math.round(milliseconds / 1000)} seconds.`);

/**
 * The pieces of a body as they come. A server that falls silent, or that sends a little now and then without an end, would
 * hold up its caller for ever: the body is cancelled and a `ConnectionFailure` thrown.
 */
export async function* readInTime(
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
    // Nothing more of it is wanted; one that has ended takes this as well.
    void reader.cancel().catch(() => {});
  }
}
