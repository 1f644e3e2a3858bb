import { s3Failure, tooSlow } from './s3-failures.ts';

/** A timer for each wait on the store, which aborts a transfer when a wait takes too long. */
export type StallWatch = {
  readonly signal: AbortSignal;
  readonly wait: () => void;
  readonly rest: () => void;
};

export const createStallWatch = (milliseconds: number): StallWatch => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => clearTimeout(timer);
  return {
    signal: controller.signal,
    rest,
    wait: (): void => {
      rest();
      timer = setTimeout(() => controller.abort(tooSlow()), milliseconds);
    },
  };
};

/** Passes on the pieces of a request body; the store must accept each in time. */
export async function* watchSent(
  content: AsyncIterable<Uint8Array>,
  watch: StallWatch,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    watch.wait();
    yield piece;
  }
  watch.wait();
}

/** Passes on the pieces of a response; only the store is timed, not the reader. */
export async function* watchReceived(
  body: AsyncIterable<unknown>,
  watch: StallWatch,
): AsyncGenerator<Uint8Array> {
  try {
    watch.wait();
    for await (const piece of body) {
      watch.rest();
      if (piece instanceof Uint8Array) yield piece;
      watch.wait();
    }
  } catch (error) {
    throw s3Failure(watch.signal.aborted ? watch.signal.reason : error);
  } finally {
    watch.rest();
  }
}
