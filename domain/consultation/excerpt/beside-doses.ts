import { blockNamesDose, lengthOfBlock, textOfBlock } from './block-texts.ts';
import type { Block } from './outline/block.ts';
import { childrenOf } from './outline/block-tree.ts';
import { asksForAuthorization, requiresApproval } from './statement-kinds.ts';

/** The longest block that is included because it belongs to a dose beside it. */
const longestBeside = 300;
/** The most alternatives of one dose. */
const mostAlternatives = 6;

const onlyOr = /^[\W_]{0,4}or[\W_]{0,4}$/i;
const beginsWithOr = /^[\W_]{0,4}or\b/i;
const endsWithOr = /\bor[\W_]{0,2}$/i;

/** The blocks of the same list in order, and the place of a block among them. */
const listOf = (blocks: readonly Block[], index: number): readonly [readonly number[], number] => {
  const list = childrenOf(blocks, blocks[index]?.under);
  return [list, list.indexOf(index)];
};

const isShort = (block: Block | undefined): boolean =>
  block !== undefined &&
  block.kind !== 'heading' &&
  block.kind !== 'table' &&
  block.isForOtherPatients !== true &&
  lengthOfBlock(block) <= longestBeside;

/** The alternatives joined to a block by "OR", on either side, with the lines that only say "OR". */
const alternativesOf = (blocks: readonly Block[], index: number): readonly number[] => {
  const [list, place] = listOf(blocks, index);
  const textAt = (at: number): string => textOfBlock(blocks[list[at] ?? -1]);
  const joins = (at: number): boolean =>
    onlyOr.test(textAt(at)) ||
    beginsWithOr.test(textAt(at + 1)) ||
    endsWithOr.test(textAt(at)) ||
    onlyOr.test(textAt(at + 1));
  let [from, to] = [place, place];
  while (to - from < mostAlternatives && to + 1 < list.length && joins(to)) to += 1;
  while (to - from < mostAlternatives && from > 0 && joins(from - 1)) from -= 1;
  const joined = list.slice(from, to + 1).filter((at) => at !== index);
  return joined.every((at) => isShort(blocks[at])) ? joined : [];
};

/** The neighbours of a dose that say whose approval it needs. */
const approvalsOf = (blocks: readonly Block[], index: number): readonly number[] => {
  const [list, place] = listOf(blocks, index);
  const [before, after] = [list[place - 1], list[place + 1]];
  const asks = (at: number | undefined): at is number => {
    if (at === undefined || !isShort(blocks[at]) || blockNamesDose(blocks[at])) return false;
    return requiresApproval(textOfBlock(blocks[at]));
  };
  const leads =
    asks(before) ||
    (before !== undefined && isShort(blocks[before]) && asksForAuthorization(textOfBlock(blocks[before])));
  return [...(leads && before !== undefined ? [before] : []), ...(asks(after) ? [after] : [])];
};

/**
 * What a quoted dose must not be shown without: its alternative after "OR", and the line that says whose approval it
 * needs.
 */
export const besideDose = (blocks: readonly Block[], index: number): readonly number[] =>
  blockNamesDose(blocks[index]) ? [...alternativesOf(blocks, index), ...approvalsOf(blocks, index)] : [];
