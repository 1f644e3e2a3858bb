import { namesAmount } from '../../clinical-text/names-dose.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { endsUnfinished } from '../../language/ends-unfinished.ts';
import type { Block } from './outline/block.ts';
import {
  forbidsForSpecialPatients,
  givesValue,
  headsRestrictions,
  introducesCriteria,
  limitsDose,
  mentionsContraindication,
  mentionsSpecialPatients,
  namesExclusions,
  namesMaximum,
  prohibits,
  restricts,
} from './statement-kinds.ts';

/**
 * The part of a block that comes from its document, the same for every question; copies for a patient share the
 * lines.
 */
type WithLines = Pick<Block, 'lines'>;

const textOfLines = weakMemoize((lines: readonly string[]) => lines.join(' '));

/** The lines of a block as one text; empty if there is no block. */
export const textOfBlock = (block: WithLines | undefined): string =>
  block === undefined ? '' : textOfLines(block.lines);

/** A test of a block's text that runs once for each block. */
const ofBlock = (test: (text: string) => boolean): ((block: WithLines | undefined) => boolean) => {
  const known = weakMemoize((lines: readonly string[]) => test(textOfLines(lines)));
  return (block) => (block === undefined ? test('') : known(block.lines));
};

export const blockNamesDose = ofBlock(namesAmount);
export const blockGivesValue = ofBlock(givesValue);
export const blockProhibits = ofBlock(prohibits);
export const blockRestricts = ofBlock(restricts);
export const blockMentionsSpecialPatients = ofBlock(mentionsSpecialPatients);
export const blockForbidsForSpecialPatients = ofBlock(forbidsForSpecialPatients);
export const blockHeadsRestrictions = ofBlock(headsRestrictions);
export const blockIntroducesCriteria = ofBlock(introducesCriteria);
export const blockLimitsDose = ofBlock(limitsDose);
export const blockNamesExclusions = ofBlock(namesExclusions);
export const blockNamesMaximum = ofBlock(namesMaximum);
export const blockMentionsContraindication = ofBlock(mentionsContraindication);

const lastIsUnfinished = weakMemoize((lines: readonly string[]) => endsUnfinished(lines.at(-1) ?? ''));

/** Whether the last line of a block clearly does not end a statement. */
export const blockEndsUnfinished = ({ lines }: WithLines): boolean => lastIsUnfinished(lines);

const lengthOfLines = weakMemoize((lines: readonly string[]) =>
  lines.reduce((sum, line) => sum + line.length + 1, 0),
);

/** The length of a block, its line ends included. */
export const lengthOfBlock = (block: WithLines | undefined): number =>
  block === undefined ? 0 : lengthOfLines(block.lines);
