/**
 * Alternates several measurements for a number of rounds, so that a slow minute of the machine affects all of them
 * alike. Every second round runs in reverse order, so that none always profits from its predecessor. Returns the
 * results of each, in order of the rounds.
 */
export const interleave = async <Name extends string, Value>(
  rounds: number,
  measurements: Readonly<Record<Name, () => Promise<Value>>>,
): Promise<Readonly<Record<Name, readonly Value[]>>> => {
  // Object.entries widens the keys of a record to text.
  const all = Object.entries(measurements) as [Name, () => Promise<Value>][];
  const results = Object.fromEntries(all.map(([name]): [Name, Value[]] => [name, []])) as Record<
    Name,
    Value[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of round % 2 === 0 ? all : all.toReversed()) {
      results[name].push(await measure());
    }
  }
  return results;
};
