/** Rows of the table, reused between calls; they grow with the longest word. */
let beforeLast = new Uint16Array(32);
let last = new Uint16Array(32);
let current = new Uint16Array(32);

/**
 * Returns the number of single-letter edits (insertion, deletion, replacement, swap of neighbours) between two words,
 * or a number greater than `maxDistance` as soon as that is certain (restricted Damerau-Levenshtein distance).
 */
export const damerauLevenshtein = (one: string, other: string, maxDistance: number): number => {
  if (Math.abs(one.length - other.length) > maxDistance) return maxDistance + 1;
  if (other.length >= last.length) {
    beforeLast = new Uint16Array(other.length * 2);
    last = new Uint16Array(other.length * 2);
    current = new Uint16Array(other.length * 2);
  }
  for (let column = 0; column <= other.length; column += 1) last[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    const letter = one.charCodeAt(row - 1);
    const letterBefore = row > 1 ? one.charCodeAt(row - 2) : -1;
    current[0] = row;
    let left = row;
    let rowMin = row;
    for (let column = 1; column <= other.length; column += 1) {
      const facing = other.charCodeAt(column - 1);
      let value = (last[column - 1] ?? 0) + (letter === facing ? 0 : 1);
      value = Math.min(value, (last[column] ?? 0) + 1, left + 1);
      if (column > 1 && letter === other.charCodeAt(column - 2) && letterBefore === facing) {
        value = Math.min(value, (beforeLast[column - 2] ?? 0) + 1);
      }
      current[column] = value;
      left = value;
      if (value < rowMin) rowMin = value;
    }
    if (rowMin > maxDistance) return maxDistance + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[other.length] ?? maxDistance + 1;
};
