import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { textOfBlock } from './block-texts.ts';
import { isInterventionTerm, type OutlinedDocument } from './judge-blocks.ts';
import { headsOf } from './outline/block-tree.ts';
import { endsInColon, namesExclusions } from './statement-kinds.ts';
import { titleTermsOf } from './terms-of-text.ts';

const titled =
  /^(?:#{1,6}\s)?(?:[\u2460-\u2473\u24eb-\u24ff\u2776-\u277f]\s?|[•▪◦●○*–-]\s)?(?:(?:\d{1,2}|[A-Za-z]|[IVX]{1,4})[.)]\s)?(?:absolute |relative )?(?:contra[- ]?indications?|exclusions?|exclusion criteria)(?![\w-])/i;

const forbids = /\bcontra-?indicated\b|\bexclu(?:ded?|sions?)\b|\bdo not (?:give|use|administer)\b/i;

/** "Charcoal is contraindicated in any of the following:" */
const introducesExclusions = (text: string): boolean => endsInColon(text) && forbids.test(text);

const isTitled = weakMemoize((lines: readonly string[]): boolean => {
  const [first = ''] = lines;
  return titled.test(first) || namesExclusions(first) || introducesExclusions(lines.join(' '));
});

/** For each block, the innermost list of contraindications or exclusions that it heads or belongs to. */
const listsIn = weakMemoize(({ blocks }: OutlinedDocument): readonly (number | undefined)[] =>
  blocks.map((_, index) =>
    [index, ...headsOf(blocks, index)].find((at) => {
      const block = blocks[at];
      return block !== undefined && block.kind !== 'table' && isTitled(block.lines);
    }),
  ),
);

/** Whether a document has any list that is titled as one of contraindications or exclusions. */
export const hasExclusionList = (document: OutlinedDocument): boolean =>
  listsIn(document).some((list) => list !== undefined);

/** Whether a block belongs to the list of contraindications or exclusions of one of the things, or is its title. */
export const isOfExclusionList = (
  document: OutlinedDocument,
  index: number,
  things: readonly string[],
): boolean => {
  const list = listsIn(document)[index];
  if (list === undefined) return false;
  const { blocks, terms } = document;
  const names = [list, ...headsOf(blocks, list)].map((at) => terms[at] ?? new Set<string>());
  const passage = blocks[list]?.passage;
  const nearest = [...names, ...(passage === undefined ? [] : [titleTermsOf(passage)])].find((one) =>
    [...one].some(isInterventionTerm),
  );
  return nearest === undefined
    ? textOfBlock(blocks[list]).length > 0 && things.length === 0
    : things.some((thing) => nearest.has(thing));
};
