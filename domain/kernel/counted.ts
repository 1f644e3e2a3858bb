/** A number with its noun: `1 file`, `3 files`, `2 entries`. */
export const counted = (number: number | bigint, one: string, many = `${one}s`): string =>
  `${number} ${Number(number) === 1 ? one : many}`;
