/** The next item of one source, requested one at a time. */
const watch = <Item>(source: AsyncIterable<Item>, wake: () => void) => {
  const iterator = source[Symbol.asyncIterator]();
  let arrived: (() => IteratorResult<Item>) | undefined;
  let isAsked = false;
  const arrive = (take: () => IteratorResult<Item>): void => {
    arrived = take;
    wake();
  };
  return {
    ask: (): void => {
      if (isAsked) return;
      isAsked = true;
      iterator.next().then(
        (result) => arrive(() => result),
        (error: unknown) =>
          arrive(() => {
            throw error;
          }),
      );
    },
    /** The arrived items; throws the source's error. */
    take: (): IteratorResult<Item> | undefined => {
      const take = arrived;
      if (!take) return undefined;
      arrived = undefined;
      isAsked = false;
      return take();
    },
    // Not awaited: the source may be waiting for its next item, and ends by its own signal.
    leave: (): void => void iterator.return?.()?.catch(() => {}),
  };
};

/** An item and its source. */
type FromEither<Main, Side> =
  | { readonly of: 'main'; readonly item: Main }
  | { readonly of: 'side'; readonly item: Side };

/**
 * Merges two sources as their items arrive, and ends with the main one, which goes first when both have an item. Each
 * source is read one item at a time, and only on demand.
 */
export async function* mergeSources<Main, Side>(
  main: AsyncIterable<Main>,
  side: AsyncIterable<Side>,
): AsyncGenerator<FromEither<Main, Side>> {
  let wake = (): void => {};
  const mainSource = watch(main, () => wake());
  const sideSource = watch(side, () => wake());
  let sideIsOver = false;
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      mainSource.ask();
      if (!sideIsOver) sideSource.ask();
      const fromMain = mainSource.take();
      if (fromMain?.done) return;
      if (fromMain) {
        yield { of: 'main', item: fromMain.value };
        continue;
      }
      const fromSide = sideIsOver ? undefined : sideSource.take();
      if (fromSide?.done) sideIsOver = true;
      else if (fromSide) yield { of: 'side', item: fromSide.value };
      else await woken;
    }
  } finally {
    mainSource.leave();
    sideSource.leave();
  }
}
