import { type TextBlock, tableCaption } from './find-text-blocks.ts';

/** Longest text right above a table that is its caption, in characters, and the most lines of one without a number. */
const maxCaption = 300;
const maxLines = 3;
/** Longest note below a table that goes with it, in characters. */
const maxNote = 600;

/** `* Maximum 10 mg`, `** if seizing`, `† by base order`, `^a only IV`, `Note: …`: says something of what the table shows. */
const note = /^[ \t]*(?:[*†‡§¶]{1,3}(?=\s?[\p{L}\d<>≤≥])|\^\(?[a-z\d]\)?\s|notes?(?:\s\d)?\s?:)/imu;
/** A mark of a note in a table; an item of a list begins with one too. */
const mark = /[*†‡§¶]/;

/**
 * Whether a block is the caption of the table right below it: one that is numbered, a line by itself, or a few lines
 * that are no sentence.
 */
export const isTableCaption = (text: string, block: TextBlock): boolean => {
  if (block.kind !== 'paragraph' || block.end - block.start > maxCaption) return false;
  const caption = text.slice(block.start, block.end);
  const lines = caption.split('\n').length;
  return tableCaption.test(caption) || lines === 1 || (lines <= maxLines && !/[.;,:]\s*$/.test(caption));
};

/** Whether what is right below a table are its notes. */
export const isTableNote = (text: string, table: TextBlock, below: TextBlock): boolean => {
  if (below.end - below.start > maxNote) return false;
  const said = text.slice(below.start, below.end);
  if (below.kind === 'paragraph') return note.test(said);
  const marked = below.kind === 'list' && below.items.every(({ start }) => mark.test(text.charAt(start)));
  return marked && mark.test(text.slice(table.start, table.end));
};
