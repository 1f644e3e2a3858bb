import { shortSection } from './block-sections.ts';
import { blockNamesDose, lengthOfBlock, textOfBlock } from './block-texts.ts';
import { lengthOfAll } from './companions.ts';
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

/** The beginning of an item that repeats the dose above it: "MR x1 in 2 min", "May repeat once". */
const repeats = /^[\W_]{0,4}(?:MR\b|(?:may |can )?(?:be )?repeat(?:ed)?\b)/;
const repeatsAbove = (block: Block | undefined): boolean => repeats.test(textOfBlock(block));
/** The most items between a repeat and the dose that it repeats. */
const mostRepeated = 4;

/** The items that stand together around one, without anything between them. */
const runAround = (blocks: readonly Block[], list: readonly number[], place: number): readonly number[] => {
  const isItem = (at: number | undefined): boolean => at !== undefined && blocks[at]?.kind === 'entry';
  let [from, to] = [place, place];
  while (isItem(list[from - 1])) from -= 1;
  while (isItem(list[to + 1])) to += 1;
  return list.slice(from, to + 1);
};

/**
 * What an item that repeats a dose must not be shown without, because "MR x1 in 2 min" alone seems to repeat whatever is
 * quoted above it: a short list whole, of a longer one the items back to that dose.
 */
export const doseRepeated = (blocks: readonly Block[], index: number): readonly number[] => {
  if (!repeatsAbove(blocks[index])) return [];
  const [list, place] = listOf(blocks, index);
  const run = runAround(blocks, list, place);
  if (lengthOfAll(blocks, run) <= shortSection) return run;
  for (let back = 1; back <= mostRepeated; back += 1) {
    const at = list[place - back];
    if (at === undefined || !isShort(blocks[at])) return [];
    if (blockNamesDose(blocks[at]) && !repeatsAbove(blocks[at])) return list.slice(place - back, place);
  }
  return [];
};

/**
 * What a quoted dose must not be shown without: its alternative after "OR", and the line that says whose approval it
 * needs.
 */
export const besideDose = (blocks: readonly Block[], index: number): readonly number[] =>
  blockNamesDose(blocks[index]) ? [...alternativesOf(blocks, index), ...approvalsOf(blocks, index)] : [];
