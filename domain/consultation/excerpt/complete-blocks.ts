import { headingIndexOf } from './block-sections.ts';
import { blockEndsUnfinished, blockNamesDose, textOfBlock } from './block-texts.ts';
import { lengthOfAll } from './companions.ts';
import { isDrugTerm } from './drug-terms.ts';
import { namesDrugItself, type OutlinedDocument } from './judge-blocks.ts';
import { namesItsEntries } from './names-of-sections.ts';
import type { Block } from './outline/block.ts';
import { childrenOf, headsOf, subtreeOf } from './outline/block-tree.ts';
import { areInDifferentBands } from './page-bands.ts';
import { endsInColon } from './statement-kinds.ts';
import { titleTermsOf } from './terms-of-text.ts';

/** The most blocks that continue one unfinished block. */
const longestContinuation = 8;

/** The continuation of a block that clearly does not end a statement: "…, or", "a pressure of". */
export const continuationOf = (blocks: readonly Block[], index: number): readonly number[] => {
  const added: number[] = [];
  for (let at = index; added.length < longestContinuation; at += 1) {
    const [block, next] = [blocks[at], blocks[at + 1]];
    if (block === undefined || next === undefined || next.kind === 'heading') break;
    if (!blockEndsUnfinished(block)) break;
    added.push(at + 1);
  }
  return added;
};

/** The number of blocks before a dose within which its drug may be named. */
const drugWithin = 16;

/**
 * The block that names the drug of a dose that does not name it: a neighbour, else the parent, else an earlier block in
 * the same section.
 */
export const drugBefore = (document: OutlinedDocument, index: number): readonly number[] => {
  const { blocks, terms } = document;
  const block = blocks[index];
  if (block === undefined || block.kind === 'heading' || block.kind === 'table' || !blockNamesDose(block))
    return [];
  const isVehicle = [...(terms[index] ?? [])].some(isDrugTerm);
  const isOfTitle = [...titleTermsOf(block.passage)].some(isDrugTerm);
  if (isVehicle || isOfTitle || namesDrugItself(document, index)) return [];
  const isDrug = (at: number): boolean =>
    at < index &&
    at >= index - drugWithin &&
    blocks[at]?.kind !== 'heading' &&
    !areInDifferentBands(blocks, at, index) &&
    namesDrugItself(document, at);
  const beside = childrenOf(blocks, block.under).findLast(isDrug);
  if (beside !== undefined) return [beside];
  const heads = headsOf(blocks, index);
  if (heads.some((at) => [...(terms[at] ?? [])].some(isDrugTerm) || namesDrugItself(document, at))) return [];
  const section = headingIndexOf(blocks, index);
  for (let at = index - 1; at >= index - drugWithin && blocks[at]?.kind !== 'heading'; at -= 1)
    if (isDrug(at) && headingIndexOf(blocks, at) === section) return [at];
  return [];
};

/** The most characters that introduced lists may add beyond the space of the excerpt. */
const roomForIntroduced = 1200;

/**
 * Adds the missing lists that chosen blocks introduce: the whole list if it fits, else its outline. Removes an
 * introduction that means nothing without its list.
 *
 * @param isAnswer whether a block was chosen for itself, and not as the parent of another or as a part of an outline
 */
export const completeIntroductions = (
  blocks: readonly Block[],
  chosen: Set<number>,
  isAnswer: (index: number) => boolean,
): void => {
  let room = roomForIntroduced;
  /** Introductions whose lists do not fit. */
  const bare = new Set<number>();
  // Grows during the loop.
  const inOrder = [...chosen].sort((one, other) => one - other);
  for (const index of inOrder) {
    const block = blocks[index];
    const text = textOfBlock(block);
    const next = blocks[index + 1];
    const isCaption = next?.kind === 'table' && next.under === index;
    const introduces = endsInColon(text) || isCaption || (isAnswer(index) && namesItsEntries(blocks, index));
    if (block === undefined || block.kind === 'heading' || !introduces) continue;
    const below = subtreeOf(blocks, index).filter((at) => at !== index);
    // The shown part of a table is already chosen.
    if (next?.kind === 'table') chosen.add(index + 1);
    const following = next !== undefined && next.kind !== 'heading' ? [index + 1] : [];
    const introduced = below.length > 0 ? below : following;
    if (introduced.length === 0 || introduced.some((at) => chosen.has(at))) continue;
    const outline = introduced.filter((at) => blocks[at]?.under === index);
    const added = [introduced, outline].find((one) => one.length > 0 && lengthOfAll(blocks, one) <= room);
    if (added !== undefined) {
      room -= lengthOfAll(blocks, added);
      for (const at of added) chosen.add(at);
      // An item of an outline may promise a list of its own.
      inOrder.push(...added);
    } else if (block.lines.length === 1) {
      bare.add(index);
    }
  }
  for (const index of bare) {
    const list = blocks[index]?.under;
    // Among entries with content it is a part of an outline, which shows what the list has.
    const isOutlined =
      list !== undefined &&
      chosen.has(list) &&
      childrenOf(blocks, list).some((at) => chosen.has(at) && !bare.has(at));
    if (chosen.size > 1 && !isOutlined) chosen.delete(index);
  }
};
