/** Returns the sum of the points of the items that are present. */
export const sumPoints = <Item extends string>(
  points: Readonly<Record<Item, number>>,
  present: Readonly<Partial<Record<Item, boolean | undefined>>>,
): number => {
  let sum = 0;
  for (const item in points) if (present[item] === true) sum += points[item];
  return sum;
};
