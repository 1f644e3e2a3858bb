import { namesAmount } from '../../clinical-text/names-dose.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { endsUnfinished } from '../../language/ends-unfinished.ts';
import type { Block } from './outline/block.ts';
import {
  concernsSome,
  forbidsForSome,
  headsRestrictions,
  introducesCriteria,
  limitsDose,
  namesMaximum,
  prohibits,
  restricts,
  speaksOfContraindication,
} from './statement-kinds.ts';

/** What a block has of its document for every question: copies for a patient share the lines. */
type WithLines = Pick<Block, 'lines'>;

const textOfLines = weakMemoize((lines: readonly string[]) => lines.join(' '));

/** The lines of a block as one text; empty where there is no block. */
export const textOfBlock = (block: WithLines | undefined): string =>
  block === undefined ? '' : textOfLines(block.lines);

/** A test of the text of blocks that is made once for each. */
const ofBlock = (test: (text: string) => boolean): ((block: WithLines | undefined) => boolean) => {
  const known = weakMemoize((lines: readonly string[]) => test(textOfLines(lines)));
  return (block) => (block === undefined ? test('') : known(block.lines));
};

export const blockNamesDose = ofBlock(namesAmount);
export const blockProhibits = ofBlock(prohibits);
export const blockRestricts = ofBlock(restricts);
export const blockConcernsSome = ofBlock(concernsSome);
export const blockForbidsForSome = ofBlock(forbidsForSome);
export const blockHeadsRestrictions = ofBlock(headsRestrictions);
export const blockIntroducesCriteria = ofBlock(introducesCriteria);
export const blockLimitsDose = ofBlock(limitsDose);
export const blockNamesMaximum = ofBlock(namesMaximum);
export const blockSpeaksOfContraindication = ofBlock(speaksOfContraindication);

const lastIsUnfinished = weakMemoize((lines: readonly string[]) => endsUnfinished(lines.at(-1) ?? ''));

/** Whether the last line of a block is visibly not the end of a statement. */
export const blockEndsUnfinished = ({ lines }: WithLines): boolean => lastIsUnfinished(lines);

const lengthOfLines = weakMemoize((lines: readonly string[]) =>
  lines.reduce((sum, line) => sum + line.length + 1, 0),
);

/** Characters of a block with the ends of its lines. */
export const lengthOfBlock = (block: WithLines | undefined): number =>
  block === undefined ? 0 : lengthOfLines(block.lines);
