import { lengthOfBlock, textOfBlock } from './block-texts.ts';
import type { Block } from './outline/block.ts';
import { childrenOf } from './outline/block-tree.ts';

/** Whether a line precedes all sections of its document, as agency and number do. */
export const isOfLetterhead = (blocks: readonly Block[], index: number): boolean =>
  blocks[index]?.kind === 'paragraph' &&
  blocks[index]?.under === undefined &&
  blocks[index]?.passage.index === 0 &&
  blocks.slice(0, index).every(({ kind }) => kind === 'paragraph') &&
  blocks.some(({ kind }) => kind !== 'paragraph');

/** A longer entry states something. */
const longestName = 60;

/** Whether an entry only names its own entries, as "IV. Procedure:" and "1. Verbal reports" do. */
export const namesItsEntries = (blocks: readonly Block[], index: number): boolean =>
  blocks[index]?.kind === 'entry' &&
  lengthOfBlock(blocks[index]) <= longestName &&
  !/[.;!?]$/.test(textOfBlock(blocks[index])) &&
  childrenOf(blocks, index).length > 0;
