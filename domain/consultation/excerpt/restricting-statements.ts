import { splitStatements } from '../../clinical-text/split-statements.ts';
import { endsUnfinished } from '../../language/ends-unfinished.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { textOfBlock } from './block-texts.ts';
import type { Block } from './outline/block.ts';
import { subtreeOf } from './outline/block-tree.ts';
import {
  endsInColon,
  headsRestrictions,
  introducesList,
  namesMaximum,
  prohibits,
} from './statement-kinds.ts';
import { inOneLine, longestWarning, withoutBullet } from './statement-texts.ts';

export type RestrictingStatement = {
  readonly text: string;
  readonly rest: readonly string[];
  /** The statements before it in the same paragraph. */
  readonly before?: readonly string[];
};

/** Wording of risks and monitoring in a formulary. */
const caution =
  /\brisk (?:of|for)\b|\b(?:boxed|black box) warning\b|\bmonitor(?:ing)?\b|\b(?:can|may) cause\b|\buse with caution\b/i;

/** Counts only in a formulary: elsewhere "monitor" is an ordinary step. */
export const isCaution = (text: string, { sourceType }: Passage): boolean =>
  sourceType === 'drug_formulary' && caution.test(text) && !prohibits(text) && !namesMaximum(text);

export const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** A longer line above a list is a sentence, even if it was classified as something else. */
export const longestName = 60;

/** The column headings of a table. */
const headsOfColumns = ({ lines }: Block): readonly string[] => {
  const rule = lines.findIndex((line) => /^\|(?:\s*:?-{3,}:?\s*\|)+$/.test(line.trim()));
  return rule < 1 ? [] : cellsOf(lines[rule - 1] ?? '');
};

/** A table row with its column headings, without which "30 to 44" could be anything. */
export const rowWithHeads = (block: Block, row: string): string => {
  const heads = headsOfColumns(block);
  // A piece of a long row already has its column heading.
  if (heads.length === 0 || !row.startsWith('|')) return row;
  return cellsOf(row)
    .flatMap((cell, at) => (cell === '' ? [] : [heads[at] ? `${heads[at]}: ${cell}` : cell]))
    .join('; ');
};

/** The entries of its list below a block: text after the last entry is another paragraph. */
export const itemsBelow = (blocks: readonly Block[], index: number): readonly number[] => {
  const below = subtreeOf(blocks, index).filter((one) => one !== index);
  const last = below.findLastIndex((one) => blocks[one]?.kind === 'entry');
  return last < 0 ? below : below.slice(0, last + 1);
};

const beginsWithin = /^[\p{Ll},;)]/u;
/** Ends that need a continuation: "if there is no improvement, consider". */
const endsInOrder = /\b(?:consider|give|administer|use)$/i;
/** Chapter names of a text on a drug; they prohibit nothing. */
const namesChapters = /\bindications\b,?(?: and| or|,|\/)? ?(?:relative |absolute )?contra-?indications\b/i;
/** Fewer words are a cell of a form: "(0) Never". */
const fewestWords = 3;

/**
 * A statement from beginning to end, including the neighbouring blocks that hold parts of it: "however, do not …"
 * continues the previous block, "stop it unless needed, or" is continued in the next item. `undefined` if one of the
 * two is missing.
 */
const wholeStatement = (
  blocks: readonly Block[],
  index: number,
  text: string,
  before: readonly string[],
): string | undefined => {
  const beside = (at: number): string | undefined =>
    blocks[at]?.under === blocks[index]?.under && blocks[at]?.kind === blocks[index]?.kind
      ? textOfBlock(blocks[at])
      : undefined;
  // An "OR" between two lines belongs to neither of them.
  let whole = text
    .trim()
    .replace(/\s(?:OR|Or|AND|And)$/, '')
    .trimEnd();
  if (beginsWithin.test(withoutBullet(whole)) && blocks[index]?.kind === 'paragraph') {
    const head = before.at(-1) ?? beside(index - 1);
    if (head === undefined || /[.!?]$/.test(head.trim())) return undefined;
    whole = `${head} ${whole}`;
  }
  if ((endsUnfinished(whole) || endsInOrder.test(whole)) && !whole.endsWith(',')) {
    const end = beside(index + 1);
    if (end === undefined) return undefined;
    whole = `${whole} ${withoutBullet(end)}`;
  }
  return whole.length <= longestWarning && whole.split(/\s+/).length >= fewestWords ? whole : undefined;
};

/** Longer lines are sentences. */
const longestHead = 80;
/** "E. Absolute contraindications" means nothing without the text below it; "Exception: burns of the face" does. */
const mostHeadWords = 4;

const itemOrSentence = /\s(?=[•▪◦●○◊❖\uf0b7]\s|o\s\p{Lu})|(?<=\p{L}{3}[.;])\s+(?=\p{Lu})/u;

/**
 * The prohibiting items and sentences of a row that holds a whole page, each with its column heading, or without one if
 * the text spans all columns. A shorter row stays whole.
 */
const piecesOfRow = (block: Block, row: string): readonly string[] => {
  if (row.length <= longestWarning) return [row];
  const heads = headsOfColumns(block);
  const cells = cellsOf(row);
  const isOverAll = cells.filter((cell) => cell !== '').length === 1;
  return cells.flatMap((cell, at) => {
    const head = heads[at] ?? '';
    const named = isOverAll || head === '' || head.length > longestName ? '' : `${head}: `;
    return cell
      .split(itemOrSentence)
      .map((piece) => withoutBullet(piece.trim()))
      .filter(
        (piece) =>
          piece.length <= longestWarning &&
          /^[\p{Lu}\d<>≤≥]/u.test(piece) &&
          !endsUnfinished(piece) &&
          !endsInColon(piece) &&
          (prohibits(piece) || namesMaximum(piece)),
      )
      .map((piece) => `${named}${piece}`);
  });
};

/** The prohibiting statements of a block, each whole and with the list that it introduces. */
export const prohibitionsIn = (blocks: readonly Block[], index: number): readonly RestrictingStatement[] => {
  const statements = splitStatements((blocks[index]?.lines ?? []).join('\n')).map(({ text }) => text);
  const block = blocks[index];
  return statements.flatMap((text, at) => {
    const source = blocks[index]?.passage;
    const isAgainst = prohibits(text) || namesMaximum(text);
    if (!isAgainst && (source === undefined || !isCaution(text, source))) return [];
    const before = blocks[index]?.kind === 'paragraph' ? statements.slice(0, at) : [];
    if (namesChapters.test(text)) return [];
    if (block?.kind === 'table')
      return piecesOfRow(block, text).map((piece) => ({ text: piece, before, rest: [] }));
    const isHead = headsRestrictions(text) && at === statements.length - 1 && text.length <= longestHead;
    if (introducesList(text) || isHead) {
      const below = itemsBelow(blocks, index).map((one) => (blocks[one]?.lines ?? []).join(' '));
      const rest = [...statements.slice(at + 1), ...below].map(inOneLine);
      // The introduction of a list means nothing without the list.
      const saysMore = !endsInColon(text) && (!isHead || text.split(/\s+/).length > mostHeadWords);
      if (rest.length === 0) return saysMore ? [{ text, before, rest }] : [];
      return [{ text, before, rest: prohibits(text) || endsInColon(text) ? rest : [] }];
    }
    const isLong = text.length > longestWarning;
    const whole = isLong ? text : wholeStatement(blocks, index, text, before);
    return whole === undefined ? [] : [{ text: whole, before, rest: [] }];
  });
};
