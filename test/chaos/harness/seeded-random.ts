/** Random choices reproducible from a seed; the moment at which they hit another process is not. */
export type Random = {
  /** A number in [0, 1). */
  readonly number: () => number;
  /** An integer between both bounds, inclusive. */
  readonly between: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item | undefined;
  /** One of the names, with a probability proportional to its weight. */
  readonly weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name;
};

/** mulberry32: 32 bits of state are plenty for choices in a test. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    number,
    between: (low, high) => low + Math.floor(number() * (high - low + 1)),
    chance: (probability) => number() < probability,
    pick: (items) => items[Math.floor(number() * items.length)],
    weighted: <Name extends string>(weights: Readonly<Record<Name, number>>): Name => {
      const entries = Object.entries(weights) as [Name, number][];
      let left = number() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      const [last] = entries.at(-1) ?? [];
      if (last === undefined) throw new Error('There is nothing to choose from.');
      return last;
    },
  };
};
