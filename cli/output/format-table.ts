import { plainLine } from '../plain-text.ts';
import type { Terminal } from './terminal.ts';
import { hardWrap, textWidth } from './text-width.ts';

/** A column with its heading; numbers line up on the right. */
export type Column<Row> = {
  readonly heading: string;
  readonly value: (row: Row) => string | number | null | undefined;
  readonly align?: 'left' | 'right';
  /** Decorates the finished text, e.g. with a colour. */
  readonly decorate?: (text: string, row: Row) => string;
  /** Set for text that may be wrapped between words. Ids, keys and numbers, which people copy, stay whole. */
  readonly wrap?: true;
  /** Whether to omit the column when no row has a value. */
  readonly optional?: boolean;
  /** Whether to omit the column when the window is too narrow; the last of these is omitted first. */
  readonly wide?: boolean;
};

const GAP = '  ';
/** The minimum width of wrapped text. Long text gets more: many short lines are harder to read than a block. */
const LEAST_WRAPPED = 16;
const MOST_LINES = 5;
/** Wide enough for a text of any length. */
const WIDE_TEXT = 40;
/** The indentation of a value that does not fit next to its heading. */
const BELOW = '  ';

const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === '';

const cellOf = <Row>({ value }: Column<Row>, row: Row): string => {
  const given = value(row);
  return given === null || given === undefined ? '-' : plainLine(String(given));
};

const naturalWidth = <Row>(column: Column<Row>, rows: readonly Row[]): number =>
  rows.reduce((most, row) => Math.max(most, textWidth(cellOf(column, row))), textWidth(column.heading));

/** The minimum readable width of a column: wrapped text needs room for its longest word. */
const leastWidth = <Row>(column: Column<Row>, rows: readonly Row[], natural: number): number => {
  if (column.wrap === undefined) return natural;
  const words = rows.flatMap((row) => cellOf(column, row).split(' '));
  const longestWord = words.reduce((most, word) => Math.max(most, textWidth(word)), 0);
  const comfortable = Math.min(WIDE_TEXT, Math.max(LEAST_WRAPPED, Math.ceil(natural / MOST_LINES)));
  return Math.max(textWidth(column.heading), longestWord, Math.min(natural, comfortable));
};

/** The width of each column within a window; undefined when they do not fit side by side. */
const widthsWithin = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  window: number,
): readonly number[] | undefined => {
  const measured = columns.map((column, index) => ({ column, index, natural: naturalWidth(column, rows) }));
  const room = window - GAP.length * (columns.length - 1);
  if (measured.reduce((sum, { natural }) => sum + natural, 0) <= room)
    return measured.map(({ natural }) => natural);
  const columnsWithLeast = measured.map(({ column, index, natural }) => ({
    index,
    natural,
    least: leastWidth(column, rows, natural),
  }));
  let spare = room - columnsWithLeast.reduce((sum, { least }) => sum + least, 0);
  if (spare < 0) return undefined;
  const widths = columnsWithLeast.map(({ least }) => least);
  // The least demanding columns first: they leave the rest to the others.
  const wanting = columnsWithLeast
    .map(({ index, natural, least }) => ({ index, least, wanted: natural - least }))
    .filter(({ wanted }) => wanted > 0)
    .sort((one, other) => one.wanted - other.wanted);
  for (const [served, { index, least, wanted }] of wanting.entries()) {
    const granted = Math.min(wanted, Math.floor(spare / (wanting.length - served)));
    widths[index] = least + granted;
    spare -= granted;
  }
  return widths;
};

const inColumns = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  widths: readonly number[],
  { style }: Pick<Terminal, 'style'>,
): readonly string[] => {
  const line = (texts: readonly string[], decorate: (text: string, column: Column<Row>) => string): string =>
    columns
      .map((column, index) => {
        const text = texts[index] ?? '';
        const blank = ' '.repeat(Math.max(0, (widths[index] ?? 0) - textWidth(text)));
        const shown = decorate(text, column);
        return column.align === 'right' ? blank + shown : shown + blank;
      })
      .join(GAP)
      .trimEnd();
  const head = line(
    columns.map(({ heading }) => heading),
    (text) => style('bold', text),
  );
  const body = rows.flatMap((row) => {
    const cells = columns.map((column, index) => hardWrap(cellOf(column, row), widths[index] ?? 1));
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, number) =>
      line(
        cells.map((lines) => lines[number] ?? ''),
        (text, { decorate }) => (decorate && text !== '' ? decorate(text, row) : text),
      ),
    );
  });
  return [head, ...body];
};

/** The lines of a value next to its heading, or below it when only that keeps its words whole. */
const blockLines = (heading: string, value: string, indent: number, window: number): readonly BlockLine[] => {
  const beside = window - indent;
  const longestWord = value.split(' ').reduce((most, word) => Math.max(most, textWidth(word)), 0);
  const fits = longestWord <= beside;
  const lines = hardWrap(value, fits ? beside : Math.max(1, window - BELOW.length));
  const rest = lines.map((text, number) => ({
    heading: fits && number === 0 ? heading : '',
    indent: fits ? indent : BELOW.length,
    text,
  }));
  return fits ? rest : [{ heading, indent: 0, text: '' }, ...rest];
};

type BlockLine = { readonly heading: string; readonly indent: number; readonly text: string };

/** Formats each row as a block with one line per value. */
const inBlocks = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  window: number,
  { style }: Pick<Terminal, 'style'>,
): readonly string[] => {
  const indent = Math.max(...columns.map(({ heading }) => textWidth(heading))) + GAP.length;
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...columns
      .filter(({ value }) => !isAbsent(value(row)))
      .flatMap((column) =>
        blockLines(column.heading, cellOf(column, row), indent, window).map((line) => {
          const blank = ' '.repeat(Math.max(0, line.indent - textWidth(line.heading)));
          const text = column.decorate && line.text !== '' ? column.decorate(line.text, row) : line.text;
          return `${style('bold', line.heading)}${blank}${text}`;
        }),
      ),
  ]);
};

/**
 * Formats rows as aligned columns within the width of the window; a missing value is shown as a dash. If the window is
 * too narrow, text is wrapped between words, then columns are omitted and named below the table. If even that does not
 * help, each row becomes a block of lines. No word, id or key is broken unless it is longer than a whole line.
 */
export const formatTable = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  terminal: Pick<Terminal, 'style' | 'width'>,
): string => {
  const { width: window, style } = terminal;
  const present = columns.filter(
    ({ optional, value }) => !optional || rows.some((row) => !isAbsent(value(row))),
  );
  // From all columns down to those that are never omitted.
  const leavable = present.filter(({ wide }) => wide).toReversed();
  for (let count = 0; count <= leavable.length; count += 1) {
    const left = leavable.slice(0, count);
    const shown = present.filter((column) => !left.includes(column));
    const widths = widthsWithin(shown, rows, window);
    if (!widths) continue;
    const lines = inColumns(rows, shown, widths, terminal);
    if (left.length === 0) return lines.join('\n');
    const names = left.toReversed().map(({ heading }) => heading);
    const remark = `Hidden at ${window} columns: ${names.join(', ')}. --json shows everything.`;
    return [...lines, ...hardWrap(remark, window).map((line) => style('dim', line))].join('\n');
  }
  return inBlocks(rows, present, window, terminal).join('\n');
};
