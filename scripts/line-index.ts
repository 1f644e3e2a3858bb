/** Creates a lookup of the line of an offset, counted from 1, which takes logarithmic time in the number of lines. */
export const createLineIndex = (text: string): ((offset: number) => number) => {
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, lineEnds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lineEnds[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
};
