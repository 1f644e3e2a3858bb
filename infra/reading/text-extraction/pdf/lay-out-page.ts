import { readsAsTitle } from '../../../../domain/knowledge/chunking/reads-as-title.ts';
import type { ExtractedPage, TablePlace } from '../../../../domain/knowledge/extracted-page.ts';
import { markdownTable } from '../markdown-table.ts';
import { boldHeadingAt, standsOut } from './bold-heading.ts';
import type { Band } from './column-bands.ts';
import type { FlowChart } from './find-flow-charts.ts';
import { findGrids, type Grid } from './find-grids.ts';
import { findOpenTables } from './find-open-tables.ts';
import { type ItemLine, isOutsideItem, textLeftOf } from './item-lines.ts';
import { joinCellLines } from './join-cell-lines.ts';
import { listMark } from './list-mark.ts';
import { orderBlocks } from './order-blocks.ts';
import { orderCells } from './order-cells.ts';
import { type Box, boundingBox, type PageCharacter, rotateUpright } from './page-character.ts';
import { onSameLine, type Segment, segmentsOf } from './page-lines.ts';
import { readColumns } from './read-columns.ts';
import { splitGridRow } from './split-grid-row.ts';
import { startsParagraph } from './starts-paragraph.ts';
import { isInside, writeFlowChart } from './write-flow-chart.ts';
import { writeGrid } from './write-grid.ts';

/** A table of a page as Markdown, with the extents of its columns. */
type PageTable = Box & {
  readonly titles: readonly string[];
  readonly markdown: string;
  readonly columns: readonly Band[];
};

/** The text of a flow chart's boxes. A chart has no rows and columns: a table would join unrelated text. */
type PageChart = { readonly lines: readonly string[] };

/** A segment, or the placeholder of a table or flow chart. */
type SegmentOrTable = Segment & { readonly table?: PageTable; readonly chart?: PageChart };

/** A line in reading order: segments from left to right. */
type Line = Pick<SegmentOrTable, keyof Box | 'text' | 'size' | 'cell' | 'table' | 'chart'> &
  ItemLine & { readonly isBoldAlone?: boolean | undefined };

/** A number of several parts, which may be apart from the title behind it. */
const partNumber = /^\d{1,2}(?:\.\d{1,3})*\.?$/;

/** True for a complete block that continues nothing. */
const isWhole = ({ table, chart }: Line): boolean => table !== undefined || chart !== undefined;

const height = ({ bottom, top }: Box): number => top - bottom;

/** Joins consecutive segments on one line. */
const linesOf = (segments: readonly SegmentOrTable[]): readonly Line[] => {
  const lines: Line[] = [];
  for (const segment of segments) {
    const last = lines.at(-1);
    if (
      last !== undefined &&
      !isWhole(last) &&
      !isWhole(segment) &&
      last.cell === segment.cell &&
      onSameLine(last, segment) &&
      segment.left >= last.right - segment.size
    ) {
      lines[lines.length - 1] = {
        ...boundingBox([last, segment]),
        cell: last.cell,
        text: `${last.text} ${segment.text}`,
        // A single large letter or mark does not make a line large.
        size: last.text.length >= segment.text.length ? last.size : segment.size,
        textLeft: last.textLeft ?? segment.left,
        isBoldAlone: last.isBoldAlone === true && segment.isBold === true && partNumber.test(last.text),
      };
    } else
      lines.push(
        isWhole(segment)
          ? segment
          : { ...segment, textLeft: textLeftOf(segment), isBoldAlone: segment.isBold === true },
      );
  }
  return lines;
};

/** True when a line continues the block above it: right below and not beside it. */
const continuesBlock = (block: readonly Line[], line: Line): boolean => {
  const last = block.at(-1);
  if (last === undefined) return true;
  if (isWhole(last) || isWhole(line)) return false;
  const gap = last.bottom - line.top;
  const overlaps = line.left < last.right && last.left < line.right;
  const unit = Math.max(height(last), height(line));
  return overlaps && gap > -0.5 * unit && gap < 2.5 * unit;
};

const blocksOf = (lines: readonly Line[]): readonly (readonly Line[])[] => {
  const blocks: Line[][] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    if (block !== undefined && continuesBlock(block, line)) block.push(line);
    else blocks.push([line]);
  }
  return blocks;
};

/** Returns the font size of most characters of a page. */
const bodySizeOf = (lines: readonly Line[]): number => {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
};

/** Matches dates and page counts, which forms print in footers larger than their own text. */
const dateOrPage = /\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|\bpage\s+\d/i;

/** Returns the heading mark of a short line in clearly larger print. */
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
  return size >= bodySize * 1.14 ? '## ' : '';
};

type LayoutBlock = Box & { readonly lines: readonly Line[] };

/** The grid that a cell belongs to, and its region in that grid. */
const gridOf = (cell: string): number => Number(cell.split('/')[0]);
const regionOf = (cell: string): number => Number(cell.split('/')[1]);

/**
 * Finds the grid rows that hold several table rows because only the columns are ruled, and returns the cells of those
 * rows.
 */
const rowsWithin = (
  grid: Grid,
  segments: readonly Segment[],
): ReadonlyMap<number, readonly (readonly string[])[]> => {
  const found = new Map<number, readonly (readonly string[])[]>();
  const byRegion = Map.groupBy(segments, ({ cell = '' }) => regionOf(cell));
  for (let row = 0; row < grid.rows; row += 1) {
    const regions = Array.from({ length: grid.columns }, (_, column) => grid.regionOf(row, column));
    const isAlone = (region: number, column: number): boolean =>
      (row === 0 || grid.regionOf(row - 1, column) !== region) &&
      (row + 1 === grid.rows || grid.regionOf(row + 1, column) !== region);
    if (new Set(regions).size < regions.length || !regions.every(isAlone)) continue;
    const rows = splitGridRow(
      regions.flatMap((region) => byRegion.get(region) ?? []),
      regions.map((_, column) => grid.bandOf(column)),
    );
    if (rows !== undefined) found.set(row, rows);
  }
  return found;
};

/** Returns the text of each region of a grid. */
const textsOf = (segments: readonly Segment[]): ReadonlyMap<number, string> => {
  const texts = new Map<number, string>();
  for (const [cell, ofCell] of Map.groupBy(segments, ({ cell: name }) => name)) {
    if (cell !== undefined)
      texts.set(regionOf(cell), joinCellLines(linesOf(ofCell).map((line) => line.text)));
  }
  return texts;
};

/** Reads a grid as a table, if it is one. */
const readGrid = (grid: Grid, segments: readonly Segment[]): PageTable | undefined => {
  const table = writeGrid(grid, textsOf(segments), rowsWithin(grid, segments));
  return table === undefined ? undefined : { ...boundingBox([grid]), ...table };
};

/** Puts each table where its first piece was drawn. */
const withTables = (
  segments: readonly Segment[],
  tables: ReadonlyMap<Segment, PageTable>,
): readonly SegmentOrTable[] => {
  const placed = new Set<PageTable>();
  return segments.flatMap((segment): readonly SegmentOrTable[] => {
    const table = tables.get(segment);
    if (table === undefined) return [segment];
    if (placed.has(table)) return [];
    placed.add(table);
    return [{ ...segment, ...boundingBox([table]), text: '', table }];
  });
};

/** Finds the tables of a page and maps their segments to them: ruled tables first, then those without ruled cells. */
const tablesOf = (
  grids: readonly Grid[],
  segments: readonly Segment[],
  rules: readonly Box[],
): ReadonlyMap<Segment, PageTable> => {
  const tables = new Map<Segment, PageTable>();
  const byGrid = Map.groupBy(segments, ({ cell }) => (cell === undefined ? -1 : gridOf(cell)));
  for (const [index, grid] of grids.entries()) {
    const ofGrid = byGrid.get(index) ?? [];
    const table = readGrid(grid, ofGrid);
    if (table !== undefined) for (const segment of ofGrid) tables.set(segment, table);
  }
  for (const { rows, columns, segments: ofTable } of findOpenTables(segments, rules)) {
    const table = { ...boundingBox(ofTable), titles: [], markdown: markdownTable(rows), columns };
    for (const segment of ofTable) tables.set(segment, table);
  }
  return tables;
};

/** Reorders the cells of layout grids so that each comes after its own head; other segments keep their order. */
const withHeadsFirst = (
  segments: readonly Segment[],
  grids: readonly Grid[],
  tables: ReadonlyMap<Segment, PageTable>,
): readonly Segment[] => {
  const byGrid = Map.groupBy(segments, ({ cell }) => (cell === undefined ? -1 : gridOf(cell)));
  return grids.reduce((ordered, grid, index) => {
    const own = byGrid.get(index) ?? [];
    if (own.some((segment) => tables.has(segment))) return ordered;
    return orderCells(grid, textsOf(own), ordered, ({ cell }) =>
      cell !== undefined && gridOf(cell) === index ? regionOf(cell) : -1,
    );
  }, segments);
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

/**
 * Returns the grids whose rules cut through words, so that the letters of two cells touch: for example a flow chart
 * drawn over a page.
 */
const gridsThroughWords = (segments: readonly Segment[]): ReadonlySet<number> => {
  const found = new Set<number>();
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    const [last, first] = [before?.characters.at(-1), segment.characters[0]];
    if (before === undefined || last === undefined || first === undefined) continue;
    if (before.cell === segment.cell || !onSameLine(before, segment)) continue;
    const touches = Math.abs(first.left - last.right) < 0.15 * segment.size;
    if (touches && /\p{L}/u.test(last.text) && /\p{Ll}/u.test(first.text))
      for (const { cell } of [before, segment]) if (cell !== undefined) found.add(gridOf(cell));
  }
  return found;
};

/** Most rounds of dropping grids that words cross; after that the rest are taken for drawings. */
const maxAttempts = 8;

/** Returns the grids of a page that no word crosses, and its segments by cell. */
const readCells = (
  characters: readonly PageCharacter[],
  grids: readonly Grid[],
  attempts: number = maxAttempts,
): { readonly grids: readonly Grid[]; readonly segments: readonly Segment[] } => {
  const segments = segmentsOf(characters, cellOfCharacter(grids));
  const drawn = gridsThroughWords(segments);
  if (drawn.size === 0) return { grids, segments };
  // Below a dropped grid there may be another one.
  const others = attempts > 0 ? grids.filter((_, index) => !drawn.has(index)) : [];
  return readCells(characters, others, attempts - 1);
};

/** Most lines of a heading, and its most characters. */
const mostHeadingLines = 4;
const longestHeading = 160;

/** The mark of a heading that only its bold print shows: the deepest. */
const boldMark = '###### ';

/** True when the sentence of a line continues in the next: scans have lines in larger print than those below. */
const isContinued = (line: Line | undefined, next: Line | undefined): boolean =>
  line !== undefined &&
  next !== undefined &&
  !isWhole(next) &&
  !startsParagraph(line, next) &&
  /[\p{L}\d,]$/u.test(line.text) &&
  /^\p{Ll}{2}/u.test(next.text);

/**
 * Returns the heading that begins at a line, its mark, and its number of lines; `undefined` if the text does not read
 * as a title.
 */
const headingAt = (
  lines: readonly Line[],
  at: number,
  bodySize: number,
): { readonly mark: string; readonly text: string; readonly lines: number } | undefined => {
  const first = lines[at];
  const mark = first === undefined ? '' : headingMark(first, bodySize);
  if (first === undefined || mark === '') return undefined;
  let text = first.text;
  for (let count = 1; count <= mostHeadingLines; count += 1) {
    const next = lines[at + count];
    const isContinuation =
      next !== undefined &&
      !isWhole(next) &&
      Math.abs(next.size - first.size) <= 0.05 * first.size &&
      !startsParagraph(lines[at + count - 1], next) &&
      text.length + next.text.length < longestHeading &&
      !(readsAsTitle(text) && readsAsTitle(next.text));
    if (!isContinuation)
      return readsAsTitle(text) && !isContinued(lines[at + count - 1], next)
        ? { mark, text, lines: count }
        : undefined;
    text = `${text} ${next.text}`;
  }
  return undefined;
};

/** What the lines of a page have in common. */
type PagePrint = {
  /** The font size of most of them. */
  readonly bodySize: number;
  /** True when the bold ones among them stand out. */
  readonly isBoldRare: boolean;
};

const writeBlock = (
  { lines, right }: LayoutBlock,
  after: Line | undefined,
  { bodySize, isBoldRare }: PagePrint,
): readonly string[] => {
  const written: string[] = [];
  let item: Line | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const [previous, line] = [lines[at - 1], lines[at]];
    if (line === undefined) continue;
    if (line.table !== undefined) written.push(...line.table.titles, ...line.table.markdown.split('\n'));
    else if (line.chart !== undefined) written.push(...line.chart.lines);
    else {
      const isApart =
        startsParagraph(previous, line) ||
        (item !== undefined && previous !== undefined && isOutsideItem(line, { item, previous, right }));
      if (listMark.test(line.text)) item = line;
      else if (isApart) item = undefined;
      if (isApart) written.push('');
      const large = headingAt(lines, at, bodySize);
      const bold = isBoldRare && large === undefined ? boldHeadingAt(at, { lines, right, after }) : undefined;
      const heading = large ?? (bold === undefined ? undefined : { mark: boldMark, ...bold });
      if (bold !== undefined) item = undefined;
      written.push(heading === undefined ? line.text : heading.mark + heading.text);
      at += (heading?.lines ?? 1) - 1;
    }
  }
  return written;
};

/** Lines of text, and the tables among them by their first line. */
type Written = {
  readonly lines: readonly string[];
  readonly tables: readonly TablePlace[];
};

/** Joins pieces of text with a blank line between them. */
const joinWritten = (parts: readonly Written[]): Written => {
  const lines: string[] = [];
  const tables: TablePlace[] = [];
  for (const part of parts) {
    if (part.lines.length === 0) continue;
    if (lines.length > 0) lines.push('');
    for (const { line, columns } of part.tables) tables.push({ line: line + lines.length, columns });
    for (const line of part.lines) lines.push(line);
  }
  return { lines, tables };
};

const placesOf = ({ lines }: LayoutBlock): readonly TablePlace[] =>
  lines.flatMap(({ table }) =>
    table === undefined
      ? []
      : [
          {
            line: table.titles.length,
            columns: table.columns.map(({ left, right }) => [Math.round(left), Math.round(right)]),
          },
        ],
  );

/** The text of a flow chart, with the index of its first character on the page. */
type WrittenChart = { readonly first: number; readonly segment: SegmentOrTable };

const writeCharts = (
  characters: readonly PageCharacter[],
  charts: readonly FlowChart[],
): { readonly outside: readonly PageCharacter[]; readonly written: readonly WrittenChart[] } => {
  if (charts.length === 0) return { outside: characters, written: [] };
  const byChart = Map.groupBy(characters, (character) =>
    charts.findIndex((chart) => isInside(character, chart)),
  );
  const written = charts.flatMap((chart, index): readonly WrittenChart[] => {
    const own = byChart.get(index) ?? [];
    const parts = writeFlowChart(chart, own);
    const [first] = own;
    if (first === undefined || parts.length === 0) return [];
    const lines = parts.flatMap((part, at) => (at === 0 ? part : ['', ...part]));
    const segment = { ...boundingBox([chart]), text: '', size: 0, cell: undefined, characters: own };
    return [{ first: characters.indexOf(first), segment: { ...segment, chart: { lines } } }];
  });
  return { outside: byChart.get(-1) ?? [], written };
};

/** Puts each flow chart where its first piece was drawn. */
const withCharts = (
  segments: readonly SegmentOrTable[],
  written: readonly WrittenChart[],
  characters: readonly PageCharacter[],
): readonly SegmentOrTable[] => {
  if (written.length === 0) return segments;
  const places = new Map(characters.map((character, index) => [character, index]));
  const firstOf = ({ characters: [first] }: Segment): number =>
    first === undefined ? 0 : (places.get(first) ?? 0);
  const all = [...segments];
  for (const { first, segment } of written) {
    const after = all.findIndex((other) => firstOf(other) > first);
    all.splice(after < 0 ? all.length : after, 0, segment);
  }
  return all;
};

/** Lays out characters of one writing direction, with the rules and flow charts rotated the same way. */
const layOutDirection = (
  characters: readonly PageCharacter[],
  allRules: readonly Box[],
  charts: readonly FlowChart[],
): Written => {
  const { outside, written } = writeCharts(characters, charts);
  const rules =
    charts.length === 0
      ? allRules
      : allRules.filter((rule) => !charts.some((chart) => isInside(rule, chart)));
  const { grids, segments } = readCells(outside, findGrids(rules));
  const tables = tablesOf(grids, segments, rules);
  const placed = withTables(withHeadsFirst(segments, grids, tables), tables);
  const lines = linesOf(readColumns(withCharts(placed, written, characters)));
  const bodySize = bodySizeOf(lines);
  const blocks: readonly LayoutBlock[] = blocksOf(lines).map((ofBlock) => ({
    lines: ofBlock,
    ...boundingBox(ofBlock),
  }));
  const print = { bodySize, isBoldRare: standsOut(lines) };
  const ordered = orderBlocks(blocks);
  return joinWritten(
    ordered.map((block, index) => ({
      lines: writeBlock(block, ordered[index + 1]?.lines[0], print),
      tables: placesOf(block),
    })),
  );
};

/** Groups characters by writing direction, the most used first. */
const byDirection = (
  characters: readonly PageCharacter[],
): readonly (readonly [number, readonly PageCharacter[]])[] =>
  [...Map.groupBy(characters, ({ quarters }) => quarters)].sort((a, b) => b[1].length - a[1].length);

/**
 * Writes a page's characters as text in reading order, with its line breaks, a blank line between paragraphs, `#`
 * before headings in larger print, and tables as Markdown. Text written up or down the page follows the rest. `rules`
 * are the page's lines in points, and `charts` its flow charts, which are read box by box.
 *
 * The drawing order of the file is mostly the reading order, even across columns, and is kept. Blocks above or below
 * those drawn before them are moved into place, and lines drawn straight across two columns are split.
 */
export const layOutPage = (
  characters: readonly PageCharacter[],
  rules: readonly Box[] = [],
  charts: readonly FlowChart[] = [],
): Pick<ExtractedPage, 'text' | 'tables'> => {
  const { lines, tables } = joinWritten(
    byDirection(characters).map(([quarters, written]) =>
      layOutDirection(
        written,
        rules.map((rule) => rotateUpright(rule, quarters)),
        charts.map((chart) => ({
          ...rotateUpright(chart, quarters),
          nodes: chart.nodes.map((node) => node.map((box) => rotateUpright(box, quarters))),
        })),
      ),
    ),
  );
  return { text: lines.join('\n'), ...(tables.length > 0 ? { tables: [...tables] } : {}) };
};
