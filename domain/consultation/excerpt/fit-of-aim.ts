import { conceptOfTerm, type LexicalTerm } from '../../retrieval/lexical/lexical-query.ts';
import { blockNamesDose } from './block-texts.ts';
import type { Block } from './outline/block.ts';
import { headsOf } from './outline/block-tree.ts';

/** The least weight of a word of a question that tells one aim of a drug from another. */
const leastWeight = 0.9;
/** The factor of a dose that names nothing of what the drug is asked for, where another dose of it does. */
const otherAimShare = 0.6;

/**
 * Judges the doses of the drugs asked for by what they are for: of a drug that a document gives for several conditions,
 * the dose for another condition than that of the question is not the answer. What a dose is for stands in its own text
 * or above it.
 *
 * @param drugs terms of the drugs asked for
 * @returns the factor of a block by its index, 1 if no dose of the document names what the drugs are asked for
 */
export const fitOfAims = (
  { blocks, terms }: { readonly blocks: readonly Block[]; readonly terms: readonly ReadonlySet<string>[] },
  subject: readonly LexicalTerm[],
  drugs: readonly string[],
): ((index: number) => number) => {
  const aims = subject.filter(
    ({ term, weight }) =>
      weight >= leastWeight && !drugs.includes(term) && conceptOfTerm(term)?.kind !== 'drug',
  );
  if (drugs.length === 0 || aims.length === 0) return () => 1;
  const named = new Map<number, number>();
  blocks.forEach((block, index) => {
    if (!blockNamesDose(block)) return;
    const path = [index, ...headsOf(blocks, index)];
    const has = (term: string): boolean => path.some((at) => terms[at]?.has(term) === true);
    if (!drugs.some(has)) return;
    named.set(
      index,
      aims.reduce((sum, { term, weight }) => sum + (has(term) ? weight : 0), 0),
    );
  });
  const most = Math.max(0, ...named.values());
  if (most === 0) return () => 1;
  // What a chart is for may stand in a note below it.
  return (index) =>
    blocks[index]?.kind === 'table'
      ? 1
      : otherAimShare + (1 - otherAimShare) * ((named.get(index) ?? most) / most);
};
