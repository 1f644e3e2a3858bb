import { namesDose } from '../../../clinical-text/names-dose.ts';
import { namesKind, rulesPatients } from '../../../clinical-text/patient-ranges.ts';
import type { Block } from './block.ts';
import type { ReadLine } from './read-line.ts';

const headingMarks = /^#{1,6}\s+/;
const plain = (text: string): string => text.replace(headingMarks, '').replace(/:$/, '').trim();

const headOfColumn =
  /^(?:#{1,6}\s+)?(?:adults?|pa?ediatrics?|peds|child(?:ren)?|infants?|neonat(?:es?|al)|newborns?)(?: (?:patients?|dos(?:e|es|ing)|treatment|care))?:?$/i;
const isHeadOfColumn = (text: string): boolean => headOfColumn.test(text);

/** Separates two column headings in one line, and in the name of the section. */
const between = ' | ';
const bothInOneLine = /^(?:#{1,6}\s+)?(adults?)\s+(pa?ediatrics?|child(?:ren)?)$/i;

/** The note on doses below such headings. */
const columnsNote = (heads: string): string =>
  `the page has columns (${heads}) that were read one after the other: see the page for whom a dose is`;

/**
 * Joins the headings of two columns, "ADULT" directly followed by "PEDIATRIC": the text below was printed under
 * either, and must not seem to belong entirely to the second.
 */
export const joinColumnHeads = (lines: readonly ReadLine[]): readonly ReadLine[] => {
  const joined: ReadLine[] = [];
  let last: number | undefined;
  for (const line of lines) {
    const before = last === undefined ? undefined : joined[last];
    if (line.text === '') {
      joined.push(line);
      continue;
    }
    const [, adults, children] = bothInOneLine.exec(line.text) ?? [];
    if (
      before !== undefined &&
      isHeadOfColumn(before.text) &&
      isHeadOfColumn(line.text) &&
      areForOthers(before, line)
    ) {
      joined[last ?? 0] = {
        ...before,
        text: `${before.text.replace(/:$/, '')}${between}${plain(line.text)}`,
      };
      continue;
    }
    joined.push(adults === undefined ? line : { ...line, text: `${adults}${between}${children}` });
    last = joined.length - 1;
  }
  return joined;
};

const adult = /\badults?\b/i;
const areForOthers = (one: ReadLine, other: ReadLine): boolean =>
  adult.test(one.text) !== adult.test(other.text);

const columnHeads = /^(?:#{1,6}\s+)?([\p{L} ]{4,30} \| [\p{L} ]{4,30})$/u;

/**
 * Adds a note to each dose below two column headings that may belong to either, until a heading names patients again.
 */
export const noteColumns = (blocks: readonly Block[]): readonly Block[] => {
  let heads: string | undefined;
  return blocks.map((block) => {
    const [line = ''] = block.lines;
    const both = block.kind === 'table' ? undefined : columnHeads.exec(line)?.[1];
    if (both !== undefined && adult.test(both)) heads = plain(both);
    else if (block.kind === 'heading' && namesKind(plain(line)) && rulesPatients(plain(line)))
      heads = undefined;
    const isDose = block.kind !== 'heading' && block.kind !== 'table' && namesDose(block.lines.join(' '));
    return heads === undefined || !isDose
      ? block
      : { ...block, notes: [...(block.notes ?? []), columnsNote(heads)] };
  });
};
