import { type TextBlock, tableCaption } from './find-text-blocks.ts';

/** The longest caption right above a table, in characters, and the most lines of a caption without a number. */
const maxCaption = 300;
const maxLines = 3;
/** The longest note below a table that belongs to it, in characters. */
const maxNote = 600;

/** `* Maximum 10 mg`, `** if seizing`, `† by base order`, `^a only IV`, `Note: …`: a note on the table's content. */
const note = /^[ \t]*(?:[*†‡§¶]{1,3}(?=\s?[\p{L}\d<>≤≥])|\^\(?[a-z\d]\)?\s|notes?(?:\s\d)?\s?:)/imu;
/** A note mark in a table; a list item may begin with one too. */
const mark = /[*†‡§¶]/;

/**
 * True when a block is the caption of the table right below it: a numbered caption, a single line, or a few lines that
 * do not end a sentence.
 */
export const isTableCaption = (text: string, block: TextBlock): boolean => {
  if (block.kind !== 'paragraph' || block.end - block.start > maxCaption) return false;
  const caption = text.slice(block.start, block.end);
  const lines = caption.split('\n').length;
  return tableCaption.test(caption) || lines === 1 || (lines <= maxLines && !/[.;,:]\s*$/.test(caption));
};

/** True when the block right below a table holds its notes. */
export const isTableNote = (text: string, table: TextBlock, below: TextBlock): boolean => {
  if (below.end - below.start > maxNote) return false;
  const said = text.slice(below.start, below.end);
  if (below.kind === 'paragraph') return note.test(said);
  const marked = below.kind === 'list' && below.items.every(({ start }) => mark.test(text.charAt(start)));
  return marked && mark.test(text.slice(table.start, table.end));
};
