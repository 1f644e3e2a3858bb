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
  /**
   * What may be broken into lines: a text, or, where leaving out columns does not help, a key. Ids that somebody
   * copies, and numbers, stay whole.
   */
  readonly wrap?: Breakable;
  /** Left out where no row has a value. */
  readonly optional?: boolean;
  /** Left out where the window is too narrow, the last of these first. */
  readonly wide?: boolean;
};

type Breakable = 'text' | 'key';

const GAP = '  ';
/** Columns that a broken text gets at least; less reads worse than a row as a block of lines. */
const LEAST_WRAPPED = 12;

const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === '';

const cellOf = <Row>({ value }: Column<Row>, row: Row): string => {
  const given = value(row);
  return given === null || given === undefined ? '-' : plainLine(String(given));
};

const naturalWidth = <Row>(column: Column<Row>, rows: readonly Row[]): number =>
  rows.reduce((most, row) => Math.max(most, textWidth(cellOf(column, row))), textWidth(column.heading));

/** How wide each column gets within a window: undefined where they do not fit beside each other. */
const widthsWithin = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  window: number,
  mayBreak: readonly Breakable[],
): readonly number[] | undefined => {
  const breaks = ({ wrap }: Column<Row>): boolean => wrap !== undefined && mayBreak.includes(wrap);
  const natural = columns.map((column) => naturalWidth(column, rows));
  const gaps = GAP.length * (columns.length - 1);
  let room = window - gaps;
  if (natural.reduce((sum, width) => sum + width, 0) <= room) return natural;
  for (const [index, column] of columns.entries()) if (!breaks(column)) room -= natural[index] ?? 0;
  // The shortest first: what they leave is for the others.
  const broken = columns
    .flatMap((column, index) => (breaks(column) ? [{ index, width: natural[index] ?? 0 }] : []))
    .sort((one, other) => one.width - other.width);
  const widths = [...natural];
  for (const [taken, { index, width }] of broken.entries()) {
    const granted = Math.min(width, Math.floor(room / (broken.length - taken)));
    if (granted < Math.min(width, LEAST_WRAPPED)) return undefined;
    widths[index] = granted;
    room -= granted;
  }
  return room < 0 ? undefined : widths;
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

/** Each row as a block of lines with one value each. */
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
        hardWrap(cellOf(column, row), Math.max(LEAST_WRAPPED, window - indent)).map((text, number) => {
          const heading = number === 0 ? column.heading : '';
          const blank = ' '.repeat(indent - textWidth(heading));
          return `${style('bold', heading)}${blank}${column.decorate ? column.decorate(text, row) : text}`;
        }),
      ),
  ]);
};

/**
 * Rows in columns that line up within the width of the window, without lines between them; a missing value is shown
 * as a dash. Where it is too narrow, texts are broken into lines, then columns are left out and named below the table,
 * then keys are broken; where even that does not help, each row is a block of lines.
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
  // From all columns to those that are never left out.
  const leavable = present.filter(({ wide }) => wide).toReversed();
  const choices = [0, ...leavable.keys().map((index) => index + 1)].map((count) => {
    const left = leavable.slice(0, count);
    return present.filter((column) => !left.includes(column));
  });
  const attempts = [
    ...choices.map((shown) => ({ shown, mayBreak: ['text'] as const })),
    { shown: choices.at(-1) ?? present, mayBreak: ['text', 'key'] as const },
  ];
  for (const { shown, mayBreak } of attempts) {
    const widths = widthsWithin(shown, rows, window, mayBreak);
    if (!widths) continue;
    const lines = inColumns(rows, shown, widths, terminal);
    const left = present.filter((column) => !shown.includes(column)).map(({ heading }) => heading);
    if (left.length === 0) return lines.join('\n');
    const remark = `Hidden at ${window} columns: ${left.join(', ')}. --json shows everything.`;
    return [...lines, ...hardWrap(remark, window).map((line) => style('dim', line))].join('\n');
  }
  return inBlocks(rows, present, window, terminal).join('\n');
};
