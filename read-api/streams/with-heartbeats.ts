import { setTimeout as delay } from 'node:timers/promises';

/** Passes on the source's items, and `'silence'` for every interval without one. */
export async function* withHeartbeats<Item>(
  source: AsyncIterable<Item>,
  interval: number,
): AsyncGenerator<Item | 'silence'> {
  const iterator = source[Symbol.asyncIterator]();
  let pending = iterator.next();
  // An error that arrives while no read waits is thrown by the next one.
  pending.catch(() => {});
  try {
    for (;;) {
      const timer = new AbortController();
      const silence = delay(interval, 'silence' as const, { signal: timer.signal }).catch(
        () => 'silence' as const,
      );
      const next = await Promise.race([pending, silence]);
      timer.abort();
      if (next === 'silence') {
        yield next;
        continue;
      }
      if (next.done) return;
      yield next.value;
      pending = iterator.next();
      pending.catch(() => {});
    }
  } finally {
    // Not awaited: the source may be waiting for its next item, and ends by its own signal.
    iterator.return?.().catch(() => {});
  }
}
