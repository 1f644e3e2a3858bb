import { lengthOfBlock } from './block-texts.ts';
import type { Block } from './outline/block.ts';
import { headsOf } from './outline/block-tree.ts';

const longestFooting = 80;

/** Whether a block is an unfinished line below the last entry: probably a page footer. */
export const isFooting = (blocks: readonly Block[], index: number): boolean => {
  const block = blocks[index];
  return (
    index === blocks.length - 1 &&
    block?.kind === 'paragraph' &&
    lengthOfBlock(block) <= longestFooting &&
    !/[.:;!?]$/.test(block.lines.at(-1) ?? '')
  );
};

export const headingIndexOf = (blocks: readonly Block[], index: number): number | undefined =>
  headsOf(blocks, index).find((at) => blocks[at]?.kind === 'heading');

/** A section up to this length is quoted whole: its other steps take no longer to read than an omission mark. */
export const shortSection = 400;
