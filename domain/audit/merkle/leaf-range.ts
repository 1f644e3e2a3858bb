/** Leaves from `start` to before `end`, counted from 0. */
export type LeafRange = { readonly start: number; readonly end: number };

/** A perfect subtree: leaves from `index * 2^height`, `2^height` of them. */
export type PerfectSubtree = { readonly height: number; readonly index: number };

/** Where a tree with these leaves divides: after the largest power of two that is smaller than their number. */
export const middleOf = ({ start, end }: LeafRange): number => {
  let left = 1;
  while (left * 2 < end - start) left *= 2;
  return start + left;
};

/**
 * The perfect subtrees that a subtree consists of, from left to right, each smaller than the one before. Its hash is
 * that of the last, joined with the one before, and so on. A range that begins where no subtree does is divided into
 * subtrees that have no common hash.
 */
export const perfectSubtrees = ({ start, end }: LeafRange): readonly PerfectSubtree[] => {
  const subtrees: PerfectSubtree[] = [];
  let at = start;
  while (at < end) {
    let [height, size] = [0, 1];
    while (at % (size * 2) === 0 && at + size * 2 <= end) {
      height += 1;
      size *= 2;
    }
    subtrees.push({ height, index: at / size });
    at += size;
  }
  return subtrees;
};
