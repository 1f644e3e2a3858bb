import { type LeafRange, middleOf } from './leaf-range.ts';
import { equalHashes, HASH_BYTES, type Hash, type TreeHasher } from './tree-hasher.ts';

/**
 * The subtrees whose hashes prove that a tree extends one of `size` leaves (RFC 9162, section 2.1.4.1). Sizes must be
 * `0 < size <= newSize`.
 */
export const consistencyRanges = (size: number, newSize: number): readonly LeafRange[] => {
  const ranges: LeafRange[] = [];
  let subtree: LeafRange = { start: 0, end: newSize };
  let isOldTree = true;
  while (subtree.end > size) {
    const { start, end } = subtree;
    const middle = middleOf(subtree);
    if (size <= middle) {
      ranges.push({ start: middle, end });
      subtree = { start, end: middle };
    } else {
      ranges.push({ start, end: middle });
      subtree = { start: middle, end };
      isOldTree = false;
    }
  }
  if (!isOldTree) ranges.push(subtree);
  return ranges.reverse();
};

type ConsistencyClaim = {
  readonly size: number;
  readonly root: Hash;
  readonly newSize: number;
  readonly newRoot: Hash;
  readonly proof: readonly Hash[];
};

/**
 * Whether a proof shows that the new tree begins with all leaves of the old one (RFC 9162, section 2.1.4.2). The empty
 * tree is the beginning of every tree, which proves nothing: size 0 is refused.
 */
export const provesConsistency = (
  { size, root, newSize, newRoot, proof }: ConsistencyClaim,
  hasher: TreeHasher,
): boolean => {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(newSize) || size < 1 || size > newSize)
    return false;
  if ([root, newRoot, ...proof].some(({ length }) => length !== HASH_BYTES)) return false;
  if (size === newSize) return proof.length === 0 && equalHashes(root, newRoot);
  const ranges = consistencyRanges(size, newSize);
  if (ranges.length !== proof.length) return false;
  // The first hash is in both trees: the old root itself, if the new tree has it as a subtree.
  const [first] = ranges;
  const holdsOldTree = first !== undefined && first.start >= size;
  const [seed, rest, restRanges] = holdsOldTree
    ? [root, proof, ranges]
    : [proof[0] ?? root, proof.slice(1), ranges.slice(1)];
  let [oldHash, newHash] = [seed, seed];
  for (const [level, sibling] of rest.entries()) {
    const isLeft = (restRanges[level]?.end ?? 0) <= size && (restRanges[level]?.start ?? 0) < size;
    if (isLeft) {
      oldHash = hasher.node(sibling, oldHash);
      newHash = hasher.node(sibling, newHash);
    } else newHash = hasher.node(newHash, sibling);
  }
  return equalHashes(oldHash, root) && equalHashes(newHash, newRoot);
};
