import {
  blockLimitsDose,
  blockNamesDose,
  blockRestricts,
  lengthOfBlock,
  textOfBlock,
} from './block-texts.ts';
import { isDrugTerm } from './drug-terms.ts';
import type { OutlinedDocument } from './judge-blocks.ts';
import type { Block } from './outline/block.ts';
import { childrenOf, headsOf, subtreeOf } from './outline/block-tree.ts';
import {
  asksForAuthorization,
  headsCriteria,
  introducesCriteria,
  introducesList,
  startsWithPatientGroup,
} from './statement-kinds.ts';

/** A longer list is an inventory: only its outline is shown, or the outermost part that fits. */
export const longestList = 2000;

/** A list of criteria is shown whole up to this length: with a missing criterion, a patient goes to the wrong place. */
export const longestCriteria = 4000;

/** An item for some patients is included up to this length; a longer one is a separate section. */
export const longestBeside = 300;

/** The blocks right after a dose that limit or repeat it, at its level or below; not those about another drug. */
export const limitsAfter = ({ blocks, terms }: OutlinedDocument, index: number): readonly number[] => {
  const own = terms[index] ?? new Set();
  const isOfAnother = (at: number): boolean => {
    const drugs = [...(terms[at] ?? [])].filter(isDrugTerm);
    return drugs.length > 0 && !drugs.some((drug) => own.has(drug));
  };
  if (!blockNamesDose(blocks[index])) return [];
  const limits: number[] = [];
  for (let at = index + 1; at < blocks.length; at += 1) {
    const block = blocks[at];
    const isBeside = block !== undefined && (block.under === blocks[index]?.under || block.under === index);
    if (!isBeside || block.kind === 'heading' || block.kind === 'table' || !blockLimitsDose(block)) break;
    if (isOfAnother(at)) break;
    limits.push(at);
  }
  return limits;
};

/** The beginning of a note below a table: its mark, or the word. */
const tableNote = /^(?:[*†‡§¶]|[¹²³⁴]|\(?\d\)\s|notes?\b:?)/i;

/** The most blocks below a table that may be its notes, and the longest of them. */
const mostTableNotes = 3;

const longestTableNote = 600;

/** The blocks right below a table that belong to it: its notes and the limits of its doses. */
export const notesBelow = (blocks: readonly Block[], index: number): readonly number[] => {
  if (blocks[index]?.kind !== 'table') return [];
  const notes: number[] = [];
  for (let at = index + 1; at <= index + mostTableNotes; at += 1) {
    const block = blocks[at];
    if (block === undefined || block.kind === 'heading' || block.kind === 'table') break;
    const text = textOfBlock(block);
    const isNote = tableNote.test(text) || blockLimitsDose(block) || blockRestricts(block);
    if (text.length > longestTableNote || !isNote) break;
    notes.push(at);
  }
  return notes;
};

/** The preceding step, if it says whose permission a step with a dose needs. */
export const leaveBefore = (blocks: readonly Block[], index: number): readonly number[] => {
  const [before, block] = [blocks[index - 1], blocks[index]];
  if (before === undefined || block === undefined || before.under !== block.under) return [];
  const isLeave = lengthOfBlock(before) <= longestBeside && asksForAuthorization(before.lines[0] ?? '');
  return isLeave && blockNamesDose(block) ? [index - 1] : [];
};

export const lengthOfAll = (blocks: readonly Block[], indexes: readonly number[]): number =>
  indexes.reduce((sum, index) => sum + lengthOfBlock(blocks[index]), 0);

/** The heading of a list with the text between it and the first entry, which may introduce the list. */
const introductionOf = (blocks: readonly Block[], head: number): string => {
  const below = childrenOf(blocks, head);
  const first = below.findIndex((one) => blocks[one]?.kind === 'entry');
  return [head, ...below.slice(0, Math.max(0, first))].map((at) => textOfBlock(blocks[at])).join(' ');
};

/**
 * The whole innermost list of a block, because one criterion of several is a different rule. An entry with its own dose
 * is complete: its neighbours are about other drugs.
 */
const listAround = (blocks: readonly Block[], index: number, atMost: number): readonly number[] => {
  const isWhole = blocks[index]?.kind === 'entry' && blockNamesDose(blocks[index]);
  const isList = (at: number): boolean =>
    blocks[at]?.kind === 'heading'
      ? headsCriteria(textOfBlock(blocks[at]))
      : introducesList(introductionOf(blocks, at));
  const list = (isWhole ? [index] : [index, ...headsOf(blocks, index)]).find(isList);
  if (list === undefined) return [];
  const path = [index, ...headsOf(blocks, index)].filter((at) => at >= list);
  const whole = subtreeOf(blocks, list);
  const outlined = whole.filter((at) => path.includes(at) || blocks[at]?.under === list);
  const parts = path.filter((at) => at !== list).reverse();
  const isCriteria =
    introducesCriteria(introductionOf(blocks, list)) || headsCriteria(textOfBlock(blocks[list]));
  const longest = Math.min(isCriteria ? longestCriteria : longestList, atMost);
  return (
    [whole, outlined, ...(isCriteria ? [] : parts.map((at) => subtreeOf(blocks, at)))].find(
      (indexes) => lengthOfAll(blocks, indexes) <= longest,
    ) ?? (isCriteria ? outlined : [])
  );
};

/** Whether a block is under a heading of criteria, all of which apply. */
export const isCriterion = (blocks: readonly Block[], index: number): boolean =>
  headsOf(blocks, index).some(
    (at) => blocks[at]?.kind === 'heading' && headsCriteria(textOfBlock(blocks[at])),
  );

/** Whether a block with its own entries introduces criteria. */
export const leadsCriteria = (blocks: readonly Block[], index: number): boolean =>
  blocks[index]?.kind !== 'heading' &&
  childrenOf(blocks, index).some((at) => blocks[at]?.kind === 'entry') &&
  introducesCriteria(introductionOf(blocks, index));

/** A banner whose table is for other patients: next to the table of the right zone it only misleads. */
const isOtherZone = (blocks: readonly Block[], index: number): boolean =>
  blocks[index]?.isForOtherPatients === true &&
  subtreeOf(blocks, index).some((at) => blocks[at]?.kind === 'table');

/**
 * A block with everything that it must not be separated from: the limits of its dose, its ancestors, its list, and its
 * alternatives for other patients, because one dose of several looks like the only one.
 */
export const withCompanions = (
  document: OutlinedDocument,
  index: number,
  atMost = Number.POSITIVE_INFINITY,
): readonly number[] => {
  const { blocks } = document;
  const block = blocks[index];
  if (block === undefined) return [];
  const heads = headsOf(blocks, index);
  const alternatives = startsWithPatientGroup(block.lines[0] ?? '')
    ? childrenOf(blocks, block.under).flatMap((at) =>
        startsWithPatientGroup(blocks[at]?.lines[0] ?? '') && !isOtherZone(blocks, at)
          ? subtreeOf(blocks, at)
          : [],
      )
    : [];
  return [
    ...leaveBefore(blocks, index),
    index,
    ...limitsAfter(document, index),
    ...heads,
    ...listAround(blocks, index, atMost),
    ...alternatives,
  ];
};
