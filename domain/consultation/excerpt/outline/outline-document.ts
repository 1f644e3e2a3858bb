import { patientSource } from '../../../clinical-text/population.ts';
import { endsInComparison, endsUnfinished } from '../../../language/ends-unfinished.ts';
import type { Passage } from '../../../retrieval/passage.ts';
import { bullet, minWrappedLength, namesLevel } from '../list-labels.ts';
import { beginBlock, endRestrictions } from './begin-block.ts';
import { beginTable } from './begin-table.ts';
import type { Block } from './block.ts';
import { labelledLinesOf } from './document-lines.ts';
import { type Depth, depth, depthOf, isInCapitals, rankOfHeading } from './line-depth.ts';
import { onlyNoteMarks } from './note-marks.ts';
import { addLine, introduces, newOutline, type OpenBlock, type OpenOutline } from './open-outline.ts';
import { noteColumns } from './population-columns.ts';
import type { Line, ReadLine } from './read-line.ts';

/** A marker whose text begins on the next line. */
const bareMarker = /^(?:\d{1,2}|[A-Z]|[a-z]|[IVX]{2,5})[.)]$/;

/** As `PRINCIPLES:`, the name of a section right after a letterhead. */
const sectionLabel = /^[A-Z][A-Z ]{3,40}:$/;

/** As `ADULT` or `PEDIATRIC PATIENTS`, which is never a line of a letterhead. */
const kindOfPatient = new RegExp(
  `^(?:${patientSource('adult', 'pediatric', 'neonatal')})(?: (?:patients?|dos(?:e|es|ing)|treatment|care|section))?:?$`,
  'iu',
);

const letterMarker = /^([A-Z])[.)]\s/;

/** Whether a letter that is also a Roman numeral follows the open entry: I after H. */
const continuesLetters = (text: string, before: string | undefined): boolean => {
  const [, letter] = letterMarker.exec(text) ?? [];
  const [, last] = letterMarker.exec(before ?? '') ?? [];
  return letter !== undefined && last !== undefined && letter.charCodeAt(0) === last.charCodeAt(0) + 1;
};

/** The most words in the name of a section; a longer line is a title or an address. */
const mostSectionWords = 4;

/** Whether the letterhead ends in the name of a section: few words in capitals, right before the first entry. */
const namesSection = (block: OpenBlock | undefined): block is OpenBlock => {
  const [line = '', ...others] = block?.lines ?? [];
  const words = line.split(/\s+/).length;
  return (
    block?.kind === 'paragraph' &&
    others.length === 0 &&
    words <= mostSectionWords &&
    !/\d/.test(line) &&
    isInCapitals(line)
  );
};

const isBareEntry = (block: OpenBlock | undefined): block is OpenBlock =>
  block?.kind === 'entry' && block.lines.length === 1 && bareMarker.test(block.lines[0] ?? '');

/** Whether a plain line continues the text before a blank line or a page break. */
const goesOn = (line: string, last: OpenBlock | undefined): last is OpenBlock => {
  const before = last?.lines.at(-1) ?? '';
  if (last === undefined || line === '' || last.kind === 'table') return false;
  if (last.kind === 'heading') return endsUnfinished(before) && !before.startsWith('#');
  return (
    endsUnfinished(before) ||
    (before.length >= minWrappedLength && /^\p{Ll}/u.test(line) && !/[.:;!?)]$/.test(before))
  );
};

/** The depth of a line by its marker; for a letter that is also a Roman numeral, by the open entry. */
const markedDepth = ({ blocks, open }: OpenOutline, text: string): Depth => {
  const marked = depthOf(text);
  if (marked !== depth.roman) return marked;
  const entries = open.map((index) => blocks[index]);
  const lettered = entries.findLast((block) => block?.depth === depth.capital)?.lines[0];
  return continuesLetters(text, lettered) ? depth.capital : marked;
};

/**
 * The depth of a line in its context: what looks like a heading may belong to a letterhead, or be the rest of a wrapped
 * line.
 */
const depthIn = (outline: OpenOutline, { text, isLabel, section }: ReadLine): Depth => {
  if (isLabel === true || section !== undefined) return depth.heading;
  const last = outline.blocks.at(-1);
  const marked = markedDepth(outline, text);
  if (text.startsWith('|')) return marked;
  // Right below other text, capitals are the rest of a wrapped line: "dose per / MCG 1309".
  const isWrapped = !outline.isAfterBlank && last?.kind !== 'heading' && !text.startsWith('#');
  const isBound = last !== undefined && endsInComparison(last.lines.at(-1) ?? '');
  // A marked heading below the title does not belong to a letterhead.
  const isOfLetterhead = outline.isLetterhead && !text.startsWith('##');
  const isPlain = isBound || (marked === depth.heading && (isOfLetterhead || isWrapped));
  return isPlain ? depth.plain : marked;
};

/** Begins a heading or an entry; the first entry after a letterhead turns the section name into a heading. */
const beginMarked = (outline: OpenOutline, line: Line, at: Depth): void => {
  const { blocks, open } = outline;
  const last = blocks.at(-1);
  if (outline.isLetterhead && at > depth.heading && namesSection(last)) {
    const rank = rankOfHeading(last.lines[0] ?? '');
    blocks[blocks.length - 1] = { ...last, kind: 'heading', depth: depth.heading, rank };
    open.push(blocks.length - 1);
  }
  outline.isLetterhead = false;
  beginBlock(outline, line, at === depth.heading ? 'heading' : 'entry', at);
};

/** Adds a line without a marker to the previous block, or begins a paragraph. */
const addPlain = (outline: OpenOutline, line: ReadLine): void => {
  const { text, place } = line;
  const last = outline.blocks.at(-1);
  if (text === '') return;
  const before = last?.lines.at(-1) ?? '';
  // "Unstable:" right below an entry is the heading of the next list; the rest of a wrapped entry begins in lower case.
  const headsNext =
    line.isAboveEntry === true && last?.kind === 'entry' && /^\p{Lu}/u.test(text) && !endsUnfinished(before);
  const startsNewList = introduces(text) && (/[.!?]$/.test(before) || headsNext);
  const isApart = outline.isAfterBlank || startsNewList || last?.kind === 'table' || last?.kind === 'heading';
  if (isBareEntry(last)) {
    last.lines[0] = `${last.lines[0]} ${text}`;
    last.places[0] = place;
    last.passage = place.passage;
    return;
  }
  if (last !== undefined && (goesOn(text, last) || !isApart)) addLine(outline, last, line);
  else beginBlock(outline, line, 'paragraph', depth.plain);
};

const readLine = (outline: OpenOutline, line: ReadLine): void => {
  const { text, isLabel, section } = line;
  if (isLabel === true || section !== undefined || sectionLabel.test(text) || kindOfPatient.test(text))
    outline.isLetterhead = false;
  const at = depthIn(outline, line);
  if (isLabel === true && namesLevel(text)) endRestrictions(outline);
  const last = outline.blocks.at(-1);
  const isRightBelow = last !== undefined && !outline.isAfterBlank;
  if (onlyNoteMarks.test(text) && isRightBelow) addLine(outline, last, line);
  else if (text.startsWith('|')) {
    if (last?.kind === 'table' && isRightBelow) addLine(outline, last, line);
    else beginTable(outline, line);
  } else if (at < depth.plain) beginMarked(outline, line, at);
  else addPlain(outline, line);
  outline.isAfterBlank = text === '';
};

/**
 * Nests items below the preceding one that ends in a colon if the indentation of an inner list was lost. A single
 * such item may also be the last of its list that has a part.
 */
const nestBelowColons = (blocks: readonly Block[]): readonly Block[] => {
  const under = new Map<number, number>();
  for (const siblings of Map.groupBy(blocks.keys(), (index) => blocks[index]?.under).values()) {
    const items = siblings.filter((index) => {
      const block = blocks[index];
      return block?.kind === 'entry' && bullet.test(block.lines[0] ?? '');
    });
    const endsInColon = (index: number | undefined): boolean =>
      index !== undefined && introduces(blocks[index]?.lines.at(-1) ?? '');
    const heads = items.filter(endsInColon);
    const areFilled = heads.every((head) => {
      const next = items[items.indexOf(head) + 1];
      return next !== undefined && !endsInColon(next) && blocks[head + 1]?.under !== head;
    });
    if (heads.length < 2 || !areFilled) continue;
    let head: number | undefined;
    for (const index of items) {
      if (endsInColon(index)) head = index;
      else if (head !== undefined) under.set(index, head);
    }
  }
  return under.size === 0
    ? blocks
    : blocks.map((block, index) => {
        const head = under.get(index);
        return head === undefined ? block : { ...block, under: head };
      });
};

/** Divides passages of one document into blocks in reading order, without blank lines and page furniture. */
export const outlineDocument = (passages: readonly Passage[]): readonly Block[] => {
  const outline = newOutline(passages[0]?.index === 0);
  for (const line of labelledLinesOf(passages)) readLine(outline, line);
  return noteColumns(nestBelowColons(outline.blocks));
};
