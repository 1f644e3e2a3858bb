import type { LexicalTerm } from '../retrieval/lexical/lexical-query.ts';
import type { AnswerCitation } from './answer-citation.ts';
import { lengthOfBlock, textOfBlock } from './excerpt/block-texts.ts';
import type { Block } from './excerpt/outline/block.ts';
import { headsOf, stepOf } from './excerpt/outline/block-tree.ts';
import { noteMark } from './excerpt/outline/note-marks.ts';
import { termsQuoted } from './excerpt/quoted-terms.ts';
import { titleTermsOf } from './excerpt/terms-of-text.ts';

/** This many citations are always kept: the first ones are the best matches. */
const keptAnyway = 2;
/** A further citation must contain at least this share of what the best one contains of the question. */
const leastShare = 0.6;
/** Shorter texts match by chance: "Repeat once". */
const shortestRepeated = 80;

/**
 * Drops further citations that contain much less of the question than the best: each costs room on a small screen,
 * and the others cover what was asked.
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

/** A key equal for blocks that differ only in spaces, case and punctuation, including the steps above them. */
const keyOf = (blocks: readonly Block[], index: number): string =>
  [index, ...headsOf(blocks, index).filter((at) => blocks[at]?.kind !== 'heading')]
    .map((at) => textOfBlock(blocks[at]))
    .join(' ')
    .replace(/^\s*[^\p{L}\d]*(?:\d{1,2}[.)])?/u, '')
    .toLowerCase()
    .replace(/[^\p{L}\d<>≤≥]+/gu, ' ')
    .trim();

/** Whether a block with its heads is long enough for {@link keyOf} to be meaningful. */
const mayRepeat = (blocks: readonly Block[], index: number): boolean =>
  [index, ...headsOf(blocks, index)].reduce((sum, at) => sum + lengthOfBlock(blocks[at]), 0) >=
  shortestRepeated;

const numbered = /^\(?\d{1,2}[.)]\s/;

/**
 * Whether a block belongs to a numbered step: a step repeated by a twin document still has to be done for this
 * patient.
 */
const isOfStep = (blocks: readonly Block[], index: number): boolean =>
  numbered.test(blocks[stepOf(blocks, index)]?.lines[0] ?? '');

const beginsWithNoteMark = new RegExp(`^${noteMark}`);

/** Whether a block is a list item: without it the list would be a different one. Notes with a mark are not items. */
const isItem = (blocks: readonly Block[], index: number): boolean =>
  blocks[index]?.kind === 'entry' && !beginsWithNoteMark.test(blocks[index].lines[0] ?? '');

/**
 * Removes from a document's chosen blocks the notes that earlier documents gave word for word under the same steps,
 * as twins for adults and children do. Steps stay, so that their sequence is complete.
 *
 * @param shown keys of the text shown so far; this document's are added
 */
export const withoutRepeated = (
  blocks: readonly Block[],
  chosen: readonly number[],
  shown: Set<string>,
): readonly number[] => {
  // A text that one document repeats is about two things: "Absent = 0" for each item of a score.
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
