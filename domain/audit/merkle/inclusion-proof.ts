import { type LeafRange, middleOf } from './leaf-range.ts';
import { equalHashes, HASH_BYTES, type Hash, type TreeHasher } from './tree-hasher.ts';

/**
 * The subtrees whose hashes prove that a leaf is in the tree, from its sibling up (RFC 9162, section 2.1.3.1). `index`
 * must be less than `size`.
 */
export const inclusionRanges = (index: number, size: number): readonly LeafRange[] => {
  const ranges: LeafRange[] = [];
  let subtree: LeafRange = { start: 0, end: size };
  while (subtree.end - subtree.start > 1) {
    const { start, end } = subtree;
    const middle = middleOf(subtree);
    const [left, right] = [
      { start, end: middle },
      { start: middle, end },
    ];
    ranges.push(index < middle ? right : left);
    subtree = index < middle ? left : right;
  }
  return ranges.reverse();
};

type InclusionClaim = {
  readonly index: number;
  readonly size: number;
  readonly leafHash: Hash;
  readonly root: Hash;
  readonly proof: readonly Hash[];
};

/**
 * Whether a proof shows that the leaf with this hash has this index in the tree of this size and root (RFC 9162, section
 * 2.1.3.2). False for anything that is not a proof: wrong lengths, sizes or indices.
 */
export const provesInclusion = (
  { index, size, leafHash, root, proof }: InclusionClaim,
  hasher: TreeHasher,
): boolean => {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  if ([leafHash, root, ...proof].some(({ length }) => length !== HASH_BYTES)) return false;
  const ranges = inclusionRanges(index, size);
  if (ranges.length !== proof.length) return false;
  let hash = leafHash;
  for (const [level, sibling] of proof.entries()) {
    const isLeft = (ranges[level]?.end ?? 0) <= index;
    hash = isLeft ? hasher.node(sibling, hash) : hasher.node(hash, sibling);
  }
  return equalHashes(hash, root);
};
