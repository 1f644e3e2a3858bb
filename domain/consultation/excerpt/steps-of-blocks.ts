import { lengthOfBlock } from './block-texts.ts';
import type { Block } from './outline/block.ts';
import { childrenOf, subtreeOf } from './outline/block-tree.ts';

/** The longest block that is included because it is between two quoted ones. */
const longestBetween = 300;

const bound =
  /\b(?:below|under|above|over|less than|more than|greater than|at least)\s?\d|[<>≤≥]\s?\d|\d[^.;]{0,12}\bor (?:more|less)\b/i;

/** A limit between two quoted neighbours: without "below 2.5: call", the steps around it seem to apply to any value. */
export const boundsBetween = (blocks: readonly Block[], chosen: ReadonlySet<number>): readonly number[] =>
  blocks.flatMap((block, index) => {
    const [before, after] = [blocks[index - 1], blocks[index + 1]];
    const isBetween =
      chosen.has(index - 1) &&
      chosen.has(index + 1) &&
      !chosen.has(index) &&
      before?.under === block.under &&
      after?.under === block.under;
    const isBound = block.kind === 'entry' || block.kind === 'paragraph';
    if (!isBetween || !isBound || block.isForOtherPatients === true || lengthOfBlock(block) > longestBetween)
      return [];
    return bound.test(block.lines.join(' ')) ? [index] : [];
  });

/** A numbered step, as "7. For poor perfusion". */
const numberedStep = /^\(?\d{1,2}[.)]\s/;

/** If more than this share of a list of steps is quoted, the missing steps between them are quoted too. */
const mostOfSteps = 0.5;

/**
 * The missing steps between quoted ones of the same list, if most of the list is quoted: "for persistent poor perfusion
 * after the first 250 mL" means nothing without the step that gives the 250 mL.
 */
export const stepsBetween = (blocks: readonly Block[], chosen: ReadonlySet<number>): readonly number[] =>
  [...new Set([...chosen].map((index) => blocks[index]?.under))].flatMap((list) => {
    const steps = childrenOf(blocks, list).filter((at) => numberedStep.test(blocks[at]?.lines[0] ?? ''));
    const quoted = steps.filter((at) => chosen.has(at));
    const between = steps.filter((at) => at > (quoted[0] ?? 0) && at < (quoted.at(-1) ?? 0));
    const missing = between.filter((at) => !chosen.has(at) && blocks[at]?.isForOtherPatients !== true);
    return quoted.length > (quoted.length + missing.length) * mostOfSteps ? missing : [];
  });

/** The steps of a numbered list up to a block that is one of them, each with its own list; none if it is not a step. */
export const stepsUpTo = (blocks: readonly Block[], index: number): readonly number[] => {
  const isStep = (at: number | undefined): boolean =>
    at !== undefined && numberedStep.test(blocks[at]?.lines[0] ?? '');
  const steps = childrenOf(blocks, blocks[index]?.under);
  const place = steps.indexOf(index);
  if (place < 0 || !isStep(index)) return [];
  let from = place;
  while (isStep(steps[from - 1])) from -= 1;
  return steps
    .slice(from, place + 1)
    .flatMap((at) => subtreeOf(blocks, at))
    .filter((at) => blocks[at]?.kind === 'entry');
};

/** The mark of an ordered step: "7.", "C)". */
const orderedStep = /^\(?(?:\d{1,2}|[A-Za-z])[.)]\s/;

/**
 * The whole list of steps that a block is one of, or introduces, with everything below it; none if it is neither. A
 * procedure without one of its steps is a different procedure.
 */
export const procedureAround = (blocks: readonly Block[], index: number): readonly number[] => {
  const isStep = (at: number): boolean => orderedStep.test(blocks[at]?.lines[0] ?? '');
  const isListOf = (head: number | undefined): boolean =>
    head !== undefined && childrenOf(blocks, head).some(isStep);
  if (isListOf(index)) return subtreeOf(blocks, index);
  const under = blocks[index]?.under;
  return under !== undefined && isStep(index) ? subtreeOf(blocks, under) : [];
};
