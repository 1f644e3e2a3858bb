import { yieldToEventLoop } from '../../../ports/time-slice.ts';

type Waiting<Item, Outcome> = {
  readonly items: readonly Item[];
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * Joins the items of concurrent callers into one call of `run`. While a call is running, the next batch is collected,
 * so that load makes batches larger instead of more numerous. Every caller gets the outcome of its whole batch. A
 * batch accepts callers until it holds `limit` items; one caller's items stay together.
 */
export const coalesce = <Item, Outcome>(
  run: (items: readonly Item[]) => Promise<Outcome>,
  limit: number,
): ((items: readonly Item[]) => Promise<Outcome>) => {
  const queue: Waiting<Item, Outcome>[] = [];
  let running = false;

  const nextBatch = (): readonly Waiting<Item, Outcome>[] => {
    let size = 0;
    let count = 0;
    while (count < queue.length && (count === 0 || size < limit)) {
      size += queue[count]?.items.length ?? 0;
      count += 1;
    }
    return queue.splice(0, count);
  };

  const drain = async (): Promise<void> => {
    running = true;
    // Callers of the same turn of the event loop belong together.
    await yieldToEventLoop();
    while (queue.length > 0) {
      const batch = nextBatch();
      try {
        const outcome = await run(batch.flatMap((waiting) => waiting.items));
        for (const waiting of batch) waiting.resolve(outcome);
      } catch (reason) {
        for (const waiting of batch) waiting.reject(reason);
      }
    }
    running = false;
  };

  return (items) =>
    new Promise((resolve, reject) => {
      queue.push({ items, resolve, reject });
      if (!running) void drain();
    });
};
