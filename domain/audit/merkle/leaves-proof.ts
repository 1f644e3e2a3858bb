import { type LeafRange, middleOf } from './leaf-range.ts';
import { equalHashes, HASH_BYTES, type Hash, type TreeHasher } from './tree-hasher.ts';

/**
 * One proof for any number of leaves, in one walk over the tree from left to right: the hashes of the largest subtrees
 * that have none of them. For a range of leaves these are O(log n) hashes, for single leaves at most as many as their
 * inclusion proofs. `indices` must be ascending, and less than `size`.
 */
export const leavesProofRanges = (indices: readonly number[], size: number): readonly LeafRange[] => {
  const ranges: LeafRange[] = [];
  let next = 0;
  const walk = (range: LeafRange): void => {
    const index = indices[next];
    if (index === undefined || index >= range.end) {
      ranges.push(range);
      return;
    }
    if (range.end - range.start === 1) {
      next += 1;
      return;
    }
    const middle = middleOf(range);
    walk({ start: range.start, end: middle });
    walk({ start: middle, end: range.end });
  };
  if (size > 0) walk({ start: 0, end: size });
  return ranges;
};

/**
 * Whether a proof shows that the leaves with these hashes have exactly these indices in the tree of this size and root.
 * It fails if a leaf, or a hash of the proof, is missing, left over or out of order.
 */
export const provesLeaves = (
  claim: {
    readonly indices: readonly number[];
    readonly leafHashes: readonly Hash[];
    readonly size: number;
    readonly root: Hash;
    readonly proof: readonly Hash[];
  },
  hasher: TreeHasher,
): boolean => {
  const { indices, leafHashes, size, root, proof } = claim;
  if (!Number.isSafeInteger(size) || size < 1 || indices.length !== leafHashes.length) return false;
  const isAscending = indices.every(
    (index, at) => Number.isSafeInteger(index) && index < size && index > (indices[at - 1] ?? -1),
  );
  if (!isAscending || [root, ...leafHashes, ...proof].some(({ length }) => length !== HASH_BYTES))
    return false;
  let [nextLeaf, nextHash] = [0, 0];
  const hashOf = (range: LeafRange): Hash | undefined => {
    const index = indices[nextLeaf];
    if (index === undefined || index >= range.end) {
      nextHash += 1;
      return proof[nextHash - 1];
    }
    if (range.end - range.start === 1) {
      nextLeaf += 1;
      return leafHashes[nextLeaf - 1];
    }
    const middle = middleOf(range);
    const left = hashOf({ start: range.start, end: middle });
    const right = left && hashOf({ start: middle, end: range.end });
    return left && right && hasher.node(left, right);
  };
  const computed = hashOf({ start: 0, end: size });
  return (
    computed !== undefined &&
    nextLeaf === indices.length &&
    nextHash === proof.length &&
    equalHashes(computed, root)
  );
};
