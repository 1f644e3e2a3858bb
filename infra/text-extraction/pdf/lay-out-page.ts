import { orderBlocks } from './order-blocks.ts';
import { type Box, boxAround, type PageCharacter } from './page-character.ts';
import { onSameLine, type Segment, segmentsOf } from './page-lines.ts';
import { readColumns } from './read-columns.ts';

/** A line as it is read: segments from left to right. */
type Line = Box & { readonly text: string; readonly size: number };

const height = ({ bottom, top }: Box): number => top - bottom;

/** Joins segments that follow each other on one line. */
const linesOf = (segments: readonly Segment[]): readonly Line[] => {
  const lines: Line[] = [];
  for (const segment of segments) {
    const last = lines.at(-1);
    if (last !== undefined && onSameLine(last, segment) && segment.left >= last.right - segment.size) {
      lines[lines.length - 1] = {
        ...boxAround([last, segment]),
        text: `${last.text} ${segment.text}`,
        size: Math.max(last.size, segment.size),
      };
    } else lines.push(segment);
  }
  return lines;
};

/** Whether a line goes on with the block above it: right below it and not beside it. */
const goesOn = (block: readonly Line[], line: Line): boolean => {
  const last = block.at(-1);
  if (last === undefined) return true;
  const gap = last.bottom - line.top;
  const overlaps = line.left < last.right && last.left < line.right;
  const unit = Math.max(height(last), height(line));
  return overlaps && gap > -0.5 * unit && gap < 2.5 * unit;
};

const blocksOf = (lines: readonly Line[]): readonly (readonly Line[])[] => {
  const blocks: Line[][] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    if (block !== undefined && goesOn(block, line)) block.push(line);
    else blocks.push([line]);
  }
  return blocks;
};

/** The font size in which most characters of a page are set. */
const bodySizeOf = (lines: readonly Line[]): number => {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
};

/** A short line in clearly larger print is a heading. */
const headingMark = ({ size, text }: Line, bodySize: number): string => {
  if (bodySize === 0 || text.length > 100 || !/\p{L}{2}/u.test(text) || /^[#|]/.test(text)) return '';
  if (size >= bodySize * 1.45) return '# ';
  return size >= bodySize * 1.2 ? '## ' : '';
};

/** Whether the space above a line is more than the usual distance of lines. */
const opensParagraph = (previous: Line | undefined, line: Line): boolean => {
  if (previous === undefined) return false;
  const gap = previous.bottom - line.top;
  return gap > 0.55 * Math.min(height(previous), height(line)) || gap < -2 * height(line);
};

/** Lays out characters that are all written in one direction. */
const layOutDirection = (characters: readonly PageCharacter[]): string => {
  const lines = linesOf(readColumns(segmentsOf(characters)));
  const bodySize = bodySizeOf(lines);
  const written: string[] = [];
  for (const block of orderBlocks(
    blocksOf(lines).map((ofBlock) => ({ lines: ofBlock, ...boxAround(ofBlock) })),
  )) {
    if (written.length > 0) written.push('');
    for (const [index, line] of block.lines.entries()) {
      if (opensParagraph(block.lines[index - 1], line)) written.push('');
      written.push(headingMark(line, bodySize) + line.text);
    }
  }
  return written.join('\n');
};

/** Characters by the direction in which they are written, the most used direction first. */
const byDirection = (characters: readonly PageCharacter[]): readonly (readonly PageCharacter[])[] =>
  [...Map.groupBy(characters, ({ quarters }) => quarters).values()].sort((a, b) => b.length - a.length);

/**
 * Writes a page's characters as text in reading order, with its line breaks, an empty line between paragraphs and
 * `#` before headings set in larger print. Text written up or down the page follows after the rest.
 *
 * The order in which the file draws is mostly the order of reading, also through columns and the cells of a table,
 * and is kept; blocks that stand above or below what was drawn before them are put in their place, and lines that
 * were drawn right across two columns of print are taken apart.
 */
export const layOutPage = (characters: readonly PageCharacter[]): string =>
  byDirection(characters)
    .map(layOutDirection)
    .filter((text) => text !== '')
    .join('\n\n');
