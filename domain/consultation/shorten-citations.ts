import type { LexicalTerm } from '../retrieval/lexical/lexical-query.ts';
import type { AnswerCitation } from './answer-citation.ts';
import { lengthOfBlock, textOfBlock } from './excerpt/block-texts.ts';
import { titleTermsOf } from './excerpt/judge-blocks.ts';
import type { Block } from './excerpt/outline/block.ts';
import { headsOf, stepOf } from './excerpt/outline/block-tree.ts';
import { noteMark } from './excerpt/outline/note-marks.ts';
import { termsQuoted } from './excerpt/quoted-terms.ts';

/** This many citations are kept however little they hold of the question: the first are what was found best. */
const keptAnyway = 2;
/** A further citation holds at least this share of what the best one holds of the question. */
const leastShare = 0.6;
/** Shorter texts are the same by chance: "Repeat once". */
const shortestRepeated = 80;

/**
 * Leaves out further citations that hold much less of the question than the best: each takes room on a small screen, and
 * none of what was asked is lost with it.
 */
export const withoutIdle = (
  subject: readonly LexicalTerm[],
  citations: readonly AnswerCitation[],
): readonly AnswerCitation[] => {
  const coverage = citations.map(({ parts, passage }) => {
    const [titled, quoted] = [titleTermsOf(passage), termsQuoted(parts)];
    const isThere = (term: string): boolean => titled.has(term) || quoted.has(term);
    return subject.reduce((sum, { term, weight }) => sum + (isThere(term) ? weight : 0), 0);
  });
  const least = Math.max(0, ...coverage) * leastShare;
  return citations.filter((_, at) => at < keptAnyway || (coverage[at] ?? 0) >= least);
};

/** A way to compare blocks that differ in blanks, case and marks only, with the steps that they are under. */
const keyOf = (blocks: readonly Block[], index: number): string =>
  [index, ...headsOf(blocks, index).filter((at) => blocks[at]?.kind !== 'heading')]
    .map((at) => textOfBlock(blocks[at]))
    .join(' ')
    .replace(/^\s*[^\p{L}\d]*(?:\d{1,2}[.)])?/u, '')
    .toLowerCase()
    .replace(/[^\p{L}\d<>≤≥]+/gu, ' ')
    .trim();

/** Whether what {@link keyOf} makes a key of is long enough for one that counts. */
const mayRepeat = (blocks: readonly Block[], index: number): boolean =>
  [index, ...headsOf(blocks, index)].reduce((sum, at) => sum + lengthOfBlock(blocks[at]), 0) >=
  shortestRepeated;

const numbered = /^\(?\d{1,2}[.)]\s/;

/** Whether a block is a numbered step or a part of one: what a twin says word for word is nevertheless done for this patient. */
const isOfStep = (blocks: readonly Block[], index: number): boolean =>
  numbered.test(blocks[stepOf(blocks, index)]?.lines[0] ?? '');

const beginsWithNoteMark = new RegExp(`^${noteMark}`);

/** Whether a block is an item of a list: without it the others are another list. Notes with a mark are none. */
const isItem = (blocks: readonly Block[], index: number): boolean =>
  blocks[index]?.kind === 'entry' && !beginsWithNoteMark.test(blocks[index].lines[0] ?? '');

/**
 * Takes out of what is chosen of a document the notes that earlier documents gave word for word under the same steps, as
 * twins for adults and children do. Steps stay: they are read in their order.
 *
 * @param shown keys of what was shown before; what this document adds is added to it
 */
export const withoutRepeated = (
  blocks: readonly Block[],
  chosen: readonly number[],
  shown: Set<string>,
): readonly number[] => {
  // What a document says twice itself it says of two things: "Absent = 0" of each item of a score.
  const own = new Set<string>();
  const kept = chosen.filter((index) => {
    if (!mayRepeat(blocks, index) || isOfStep(blocks, index) || isItem(blocks, index)) return true;
    const key = keyOf(blocks, index);
    const isRepeated =
      key.length >= shortestRepeated &&
      shown.has(key) &&
      blocks[index]?.kind !== 'heading' &&
      !chosen.some((other) => blocks[other]?.under === index);
    own.add(key);
    return !isRepeated;
  });
  for (const key of own) shown.add(key);
  return kept.some((index) => blocks[index]?.kind !== 'heading') ? kept : chosen;
};
