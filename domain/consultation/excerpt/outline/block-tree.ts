import { weakMemoize } from '../../../kernel/weak-memoize.ts';
import type { Block } from './block.ts';

/** The ancestors of a block, nearest first. */
export const headsOf = (blocks: readonly Block[], index: number): readonly number[] => {
  const heads: number[] = [];
  for (let at = blocks[index]?.under; at !== undefined; at = blocks[at]?.under) heads.push(at);
  return heads;
};

/** The outermost entry that a block belongs to, or itself: a step with everything under it. */
export const stepOf = (blocks: readonly Block[], index: number): number =>
  [index, ...headsOf(blocks, index)].findLast((at) => at === index || blocks[at]?.kind !== 'heading') ??
  index;

/** The children of each block; `undefined` is the key of those without a parent. */
const treeOf = weakMemoize((blocks: readonly Block[]): ReadonlyMap<number | undefined, readonly number[]> => {
  const tree = new Map<number | undefined, number[]>();
  blocks.forEach(({ under }, index) => {
    const known = tree.get(under);
    if (known) known.push(index);
    else tree.set(under, [index]);
  });
  return tree;
});

/** The children of a block, or the blocks without a parent, in reading order. */
export const childrenOf = (blocks: readonly Block[], head: number | undefined): readonly number[] =>
  treeOf(blocks).get(head) ?? [];

/** A block and everything under it, in reading order. */
export const subtreeOf = (blocks: readonly Block[], root: number): readonly number[] => {
  if (blocks[root] === undefined) return [];
  const branch = [root];
  // Grows during the loop: each block adds its children.
  for (const at of branch) {
    for (const below of childrenOf(blocks, at)) branch.push(below);
  }
  return branch.sort((one, other) => one - other);
};
