import { conceptByName } from '../../../language/terminology/concepts.ts';

/** Whether two conditions are the same, or one is a kind of the other. */
export const isRelated = (one: string, other: string): boolean => {
  const [first, second] = [conceptByName.get(one), conceptByName.get(other)];
  return (
    one === other ||
    first?.broader.includes(other) === true ||
    first?.sortOf.includes(other) === true ||
    second?.broader.includes(one) === true ||
    second?.sortOf.includes(one) === true
  );
};
