import type { QuestionKind } from '../retrieval/query/question-kind.ts';
import type { AnswerCitation } from './answer-citation.ts';
import { blockNamesDose, lengthOfBlock, textOfBlock } from './excerpt/block-texts.ts';
import { type ExcerptRequest, hasTermOnPath, specificWeight } from './excerpt/judge-blocks.ts';
import type { Block } from './excerpt/outline/block.ts';
import { headsOf, stepOf } from './excerpt/outline/block-tree.ts';
import { noteMark } from './excerpt/outline/note-marks.ts';
import { termsQuoted } from './excerpt/quoted-terms.ts';
import { titleTermsOf } from './excerpt/terms-of-text.ts';

/** This many citations are always kept: the first ones are the best matches. */
const keptAnyway = 2;
/** A further citation must contain at least this share of what the best one contains of the question. */
const leastShare = 0.6;
/**
 * A further citation whose best block answers this much less well than the best of all must add a word of the question
 * that no earlier citation has.
 */
const leastWorth = 0.6;
/**
 * After the citations that are always kept, one whose document matches the question this much less well than the best, in
 * the search, is left out: on three labelled collections none of them had an answer that the ones before did not have.
 */
const leastScore = 0.65;
/** Shorter texts match by chance: "Repeat once". */
const shortestRepeated = 80;

/** Kinds of questions that are often answered by a document that repeats few of their words: its name, a method, a list of criteria. */
const askedInOtherWords: readonly QuestionKind[] = ['lookup', 'procedure', 'threshold', 'general'];

/** Whether a citation quotes a dose of a drug asked for: another dose of it must not be hidden. */
const givesAskedDose = (
  { blocks, chosen, document: { terms } }: AnswerCitation,
  drugs: readonly string[],
): boolean =>
  chosen.some((index) => blockNamesDose(blocks[index]) && hasTermOnPath({ blocks, terms }, index, drugs));

/**
 * Drops further citations that contain much less of the question than the best, or answer it much less well and add
 * nothing to what is quoted before them: each costs room on a small screen, and the others cover what was asked.
 */
export const withoutIdle = (
  { subject, kind, drugs }: Pick<ExcerptRequest, 'subject' | 'kind' | 'drugs'>,
  citations: readonly AnswerCitation[],
): readonly AnswerCitation[] => {
  const quotedIn = citations.map(({ parts }) => termsQuoted(parts));
  const coverage = citations.map(({ passage }, at) => {
    const [titled, quoted] = [titleTermsOf(passage), quotedIn[at] ?? new Set()];
    const isThere = (term: string): boolean => titled.has(term) || quoted.has(term);
    return subject.reduce((sum, { term, weight }) => sum + (isThere(term) ? weight : 0), 0);
  });
  const least = Math.max(0, ...coverage) * leastShare;
  const specific = subject.filter(({ weight }) => weight >= specificWeight);
  const best = Math.max(0, ...citations.map((citation) => citation.worth));
  const worth = askedInOtherWords.includes(kind) ? 0 : best * leastWorth;
  const score =
    kind === 'lookup' ? 0 : Math.max(0, ...citations.map((citation) => citation.score)) * leastScore;
  const shown = new Set<string>();
  return citations.filter((citation, at) => {
    if (at >= keptAnyway && (coverage[at] ?? 0) < least) return false;
    if (at >= keptAnyway && citation.score < score && !givesAskedDose(citation, drugs)) return false;
    const quoted = quotedIn[at] ?? new Set();
    const adds = specific.filter(({ term }) => quoted.has(term) && !shown.has(term));
    const isLess = at > 0 && citation.worth < worth;
    if (isLess && adds.length === 0 && !givesAskedDose(citation, drugs)) return false;
    for (const { term } of adds) shown.add(term);
    return true;
  });
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
