import { isFooting, shortSection } from './block-sections.ts';
import { textOfBlock } from './block-texts.ts';
import { lengthOfAll, longestList } from './companions.ts';
import type { Block } from './outline/block.ts';
import { childrenOf, subtreeOf } from './outline/block-tree.ts';
import { noteMarksIn } from './outline/note-marks.ts';

/** Preparation of a drug before it is given. */
const preparation =
  /\b(?:mix(?:ed|ing|ture)?|dilut\w+|reconstitut\w+|dr[ae]wn? up|withdraw\w*|discard\w*|waste|expel\w*|syringes?|vials?|ampoules?|ampules?)\b/i;

/**
 * The whole preparation procedure of a drug, if a chosen block is one of its steps: without the dilution step, the next
 * one would give ten times as much.
 */
export const preparationAround = (blocks: readonly Block[], index: number): readonly number[] => {
  const steps = childrenOf(blocks, blocks[index]?.under);
  const place = steps.indexOf(index);
  const isStep = (at: number | undefined): boolean =>
    at !== undefined && blocks[at]?.kind === blocks[index]?.kind && blocks[at]?.kind !== 'heading';
  if (place < 0 || !isStep(index)) return [];
  const isPreparation = (at: number | undefined): boolean =>
    at !== undefined && preparation.test(textOfBlock(blocks[at]));
  let [from, to] = [place, place];
  while (isStep(steps[from - 1])) from -= 1;
  while (isStep(steps[to + 1])) to += 1;
  const run = steps.slice(from, to + 1);
  const whole = run.flatMap((at) => subtreeOf(blocks, at)).filter((at) => !isFooting(blocks, at));
  // A short list takes no longer to read than an omission mark.
  const isOfList =
    blocks[index]?.kind === 'entry' &&
    blocks[index].under !== undefined &&
    noteMarksIn(textOfBlock(blocks[index]).slice(0, 1)).length === 0;
  if (isOfList && lengthOfAll(blocks, whole) <= shortSection) return whole;
  const preparing = run.filter(isPreparation);
  const [first, last] = [preparing[0], preparing.at(-1)];
  if (preparing.length < 2 || first === undefined || last === undefined) return [];
  if (lengthOfAll(blocks, whole) <= longestList) return whole;
  // In a protocol that also does much else, only the preparation steps and the following one, which gives the drug.
  const given = run[run.indexOf(last) + 1] ?? last;
  if (index < first || index > given) return [];
  const stretch = run.filter((at) => at >= first && at <= given).flatMap((at) => subtreeOf(blocks, at));
  return lengthOfAll(blocks, stretch) <= longestList ? stretch : [];
};
