import { roleOfHeading } from '../../knowledge/sections/section-role.ts';
import type { LexicalTerm } from '../../retrieval/lexical/lexical-query.ts';
import { textOfBlock } from './block-texts.ts';
import { isOfLetterhead, namesItsEntries } from './names-of-sections.ts';
import type { Block } from './outline/block.ts';
import { headsOf } from './outline/block-tree.ts';
import { titleTermsOf } from './terms-of-text.ts';

/** Sections that say who may do a procedure and how it is recorded, but not how it is done. */
const around =
  /\b(?:polic(?:y|ies)|purpose|authority|scope|definitions?|documentation|certification|credential\w*|requirements?|training|quality|principles?|responsibilit(?:y|ies)|indications?|troubleshooting|complications?|special considerations?)\b/i;
/** The factor of such a section for a question about how something is done. */
const aroundShare = 0.5;
/** The bonus of a part of a procedure that is named as in the question. */
const namingBonus = 0.15;
/** The least weight of a word in a question that is neither common nor generic. */
const specificWeight = 0.9;

type Outlined = {
  readonly blocks: readonly Block[];
  readonly terms: readonly ReadonlySet<string>[];
};
type Asked = { readonly subject: readonly LexicalTerm[]; readonly things: readonly string[] };

const noTerms: ReadonlySet<string> = new Set();

/** The blocks that name the section of a block, the innermost first: headings, and entries as "IV. Procedure:". */
const namesAbove = (blocks: readonly Block[], index: number): readonly number[] =>
  [index, ...headsOf(blocks, index)].filter(
    (at) => blocks[at]?.kind === 'heading' || namesItsEntries(blocks, at),
  );

/** Whether the innermost section with a known role holds the steps of a procedure, or what stands around them. */
const sectionOf = (blocks: readonly Block[], index: number): 'steps' | 'around' | undefined => {
  for (const at of namesAbove(blocks, index)) {
    const text = textOfBlock(blocks[at]);
    if (around.test(text)) return 'around';
    if (roleOfHeading(text) === 'procedure') return 'steps';
  }
  return undefined;
};

/** Whether a block is a step of the procedure that a question asks about: one of its document or of its section. */
export const isAskedStep = (
  { blocks, terms }: Outlined,
  index: number,
  { subject, things }: Asked,
): boolean => {
  const block = blocks[index];
  if (block === undefined || sectionOf(blocks, index) !== 'steps') return false;
  const named = [titleTermsOf(block.passage), ...namesAbove(blocks, index).map((at) => terms[at] ?? noTerms)];
  const isNamed = (term: string): boolean => named.some((one) => one.has(term));
  return (
    things.some(isNamed) || subject.some(({ term, weight }) => weight >= specificWeight && isNamed(term))
  );
};

/** Whether a document holds the steps of the procedure that a question asks about. */
export const hasAskedSteps = (document: Outlined, asked: Asked): boolean =>
  document.blocks.some((_, index) => isAskedStep(document, index, asked));

/**
 * The score of a block for a question about how something is done. In a document that holds the steps,
 * each of them answers as well as a sentence of its policy that names the procedure.
 */
export const procedureWorth = (document: Outlined, index: number, asked: Asked, ownWorth: number): number => {
  const { blocks, terms } = document;
  const { subject } = asked;
  const block = blocks[index];
  if (block === undefined) return ownWorth;
  if (isOfLetterhead(blocks, index) || sectionOf(blocks, index) === 'around') return ownWorth * aroundShare;
  if (!isAskedStep(document, index, asked)) return ownWorth;
  const names = namesAbove(blocks, index);
  const title = titleTermsOf(block.passage);
  const isNamed = (term: string): boolean =>
    title.has(term) || [index, ...names].some((at) => terms[at]?.has(term) === true);
  const whole = subject.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const inherited = subject.reduce((sum, { term, weight }) => sum + (isNamed(term) ? weight : 0), 0);
  // "D. Insertion:" among the parts of a procedure is the part that is asked for.
  const isPart = subject.some(
    ({ term, weight }) => weight >= specificWeight && names.some((at) => terms[at]?.has(term) === true),
  );
  return Math.max(ownWorth, inherited / whole) * (1 + (isPart ? namingBonus : 0));
};
