import { findGrids, type Grid } from './find-grids.ts';
import { orderBlocks } from './order-blocks.ts';
import { type Box, boxAround, type PageCharacter, upright } from './page-character.ts';
import { onSameLine, type Segment, segmentsOf } from './page-lines.ts';
import { readColumns } from './read-columns.ts';
import { writeGrid } from './write-grid.ts';

/** A line as it is read: segments from left to right. */
type Line = Box & { readonly text: string; readonly size: number; readonly cell: string | undefined };

const height = ({ bottom, top }: Box): number => top - bottom;

/** Joins segments that follow each other on one line. */
const linesOf = (segments: readonly Segment[]): readonly Line[] => {
  const lines: Line[] = [];
  for (const segment of segments) {
    const last = lines.at(-1);
    if (
      last !== undefined &&
      last.cell === segment.cell &&
      onSameLine(last, segment) &&
      segment.left >= last.right - segment.size
    ) {
      lines[lines.length - 1] = {
        ...boxAround([last, segment]),
        cell: last.cell,
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

/** Dates and page counts stand in footers, which a form prints larger than its own text. */
const dateOrPage = /\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|\bpage\s+\d/i;

/** A short line in clearly larger print is a heading. */
const headingMark = ({ size, text }: Line, bodySize: number): string => {
  if (
    bodySize === 0 ||
    text.length > 100 ||
    !/\p{L}{2}/u.test(text) ||
    /^[#|]/.test(text) ||
    dateOrPage.test(text)
  )
    return '';
  if (size >= bodySize * 1.45) return '# ';
  return size >= bodySize * 1.2 ? '## ' : '';
};

/** Whether the space above a line is more than the usual distance of lines. */
const opensParagraph = (previous: Line | undefined, line: Line): boolean => {
  if (previous === undefined) return false;
  const gap = previous.bottom - line.top;
  return gap > 0.55 * Math.min(height(previous), height(line)) || gap < -2 * height(line);
};

type Block = Box & { readonly lines: readonly Line[]; readonly table?: string };

/** The lines of a cell as one; a line that ends in a hyphen or a slash goes on without a space. */
const joinLines = (lines: readonly string[]): string =>
  lines.reduce((text, line) => (/\p{L}[-/]$/u.test(text) ? text + line : `${text} ${line}`), '').trim();

/** Reads the segments of each cell as its text, and a grid of such cells as a table where it is one. */
const tablesOf = (grids: readonly Grid[], segments: readonly Segment[]): ReadonlyMap<number, string> => {
  const byCell = Map.groupBy(segments, ({ cell }) => cell);
  const tables = new Map<number, string>();
  for (const [index, grid] of grids.entries()) {
    const texts = new Map<number, string>();
    for (const [cell, ofCell] of byCell) {
      const [owner, region] = (cell ?? '').split('/').map(Number);
      if (owner !== index || region === undefined) continue;
      texts.set(region, joinLines(linesOf(ofCell).map((line) => line.text)));
    }
    const table = writeGrid(grid, texts);
    if (table !== undefined) tables.set(index, table);
  }
  return tables;
};

const cellOfCharacter =
  (grids: readonly Grid[]) =>
  ({ left, right, bottom, top }: PageCharacter): string | undefined => {
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    for (const [index, grid] of grids.entries()) {
      const region = grid.regionAt(x, y);
      if (region !== undefined) return `${index}/${region}`;
    }
    return undefined;
  };

const writeBlock = ({ lines, table }: Block, bodySize: number): readonly string[] =>
  table?.split('\n') ??
  lines.flatMap((line, index) => [
    ...(index > 0 && opensParagraph(lines[index - 1], line) ? [''] : []),
    headingMark(line, bodySize) + line.text,
  ]);

/** Lays out characters that are all written in one direction, with the rules turned the same way. */
const layOutDirection = (characters: readonly PageCharacter[], rules: readonly Box[]): string => {
  const grids = findGrids(rules);
  const segments = segmentsOf(characters, cellOfCharacter(grids));
  const tables = tablesOf(grids, segments);
  const isInTable = ({ cell }: Segment): boolean =>
    cell !== undefined && tables.has(Number(cell.split('/')[0]));
  const lines = linesOf(readColumns(segments.filter((segment) => !isInTable(segment))));
  const bodySize = bodySizeOf(lines);
  const blocks: readonly Block[] = [
    ...blocksOf(lines).map((ofBlock) => ({ lines: ofBlock, ...boxAround(ofBlock) })),
    ...[...tables].map(([index, table]) => ({
      lines: [],
      table,
      ...boxAround(grids.slice(index, index + 1)),
    })),
  ];
  return orderBlocks(blocks)
    .map((block) => writeBlock(block, bodySize).join('\n'))
    .join('\n\n');
};

/** Characters by the direction in which they are written, the most used direction first. */
const byDirection = (
  characters: readonly PageCharacter[],
): readonly (readonly [number, readonly PageCharacter[]])[] =>
  [...Map.groupBy(characters, ({ quarters }) => quarters)].sort((a, b) => b[1].length - a[1].length);

/**
 * Writes a page's characters as text in reading order, with its line breaks, an empty line between paragraphs, `#`
 * before headings set in larger print, and ruled tables as Markdown tables. Text written up or down the page follows
 * after the rest. `rules` are the page's lines, in points of the page.
 *
 * The order in which the file draws is mostly the order of reading, also through columns, and is kept; blocks that
 * stand above or below what was drawn before them are put in their place, and lines that were drawn right across two
 * columns of print are taken apart.
 */
export const layOutPage = (characters: readonly PageCharacter[], rules: readonly Box[] = []): string =>
  byDirection(characters)
    .map(([quarters, written]) =>
      layOutDirection(
        written,
        rules.map((rule) => upright(rule, quarters)),
      ),
    )
    .filter((text) => text !== '')
    .join('\n\n');
