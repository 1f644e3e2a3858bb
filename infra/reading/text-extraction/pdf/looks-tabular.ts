import { unitSource } from '../../../../domain/language/units-of-measure.ts';
import type { Band } from './column-bands.ts';
import { isValue, type TableRow } from './group-rows.ts';
import { listMark, onlyListMark } from './list-mark.ts';
import type { Fragment } from './table-lines.ts';

/** Largest distance between the aligned edges of a column's cells, in points. */
const alignmentTolerance = 2.5;
/** Least share of a column's cells that share an edge or their middle. */
const minAlignedShare = 0.7;
/** Leaders of a table of contents, and lines to write on. */
const leaders = /\.{4,}|(?:\. ){3,}|…{2,}|_{3,}|(?:_ ){3,}/;
/** Most characters per line in a column that is not running text. */
const maxLineLength = 40;
/** Longest cell, as for ruled tables. */
const maxCellLength = 700;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const textOf = (cell: readonly Fragment[] | undefined): string =>
  (cell ?? []).map(({ text }) => text).join(' ');
const shareOf = <Value>(values: readonly Value[], holds: (value: Value) => boolean): number =>
  values.length === 0 ? 0 : values.filter(holds).length / values.length;

/** Returns the largest number of places within the tolerance of one of them. */
const maxOnOneLine = (places: readonly number[]): number =>
  places.reduce(
    (most, place) =>
      Math.max(most, places.filter((other) => Math.abs(other - place) <= alignmentTolerance).length),
    0,
  );

/** True when most cells of a column share a left edge, a right edge or a centre. */
const isAligned = (fragments: readonly Fragment[]): boolean =>
  Math.max(
    maxOnOneLine(fragments.map(({ left }) => left)),
    maxOnOneLine(fragments.map(({ right }) => right)),
    maxOnOneLine(fragments.map(({ left, right }) => (left + right) / 2)),
  ) >=
  minAlignedShare * fragments.length;

const inOrder = new Intl.Collator('en', { numeric: true });

/**
 * True for a column of ascending numbers next to words: the page or section numbers of a table of contents. In a
 * table of more than three columns, only long numbers count.
 */
const countsPages = (cells: readonly string[], keys: readonly string[], columns: number): boolean => {
  const page =
    columns <= 3
      ? /^(?:\d{1,4}(?:\.\d+)*(?:-?[A-Za-z])?(?:\s|$))+$/
      : /^(?:\d{3,4}(?:\.\d+)*(?:-?[A-Za-z])?(?:\s|$))+$/;
  const said = cells.filter((cell) => /[\p{L}\d]/u.test(cell));
  const numbers = said.filter((cell) => page.test(cell));
  return (
    numbers.length >= 0.7 * said.length &&
    numbers.every((number, index) => inOrder.compare(numbers[index - 1] ?? '', number) <= 0) &&
    shareOf(keys, (key) => key.length >= 8 && !isValue(key)) >= 0.5
  );
};

/** Matches weights, ages and doses: they also grow from row to row, but do not number a list. */
const withUnit = new RegExp(
  String.raw`^\d[\d.,]{0,8}\s?(?:${unitSource(({ kind, symbol }) => kind !== 'count' || symbol === 'Fr')})(?![\p{L}\d])`,
  'iu',
);

/** True for the numbers of a list that was broken into columns, which count on from row to row. */
const countsDown = (cells: readonly string[]): boolean => {
  if (cells.some((cell) => withUnit.test(cell))) return false;
  const numbers = cells.map((cell) => Number(/^\d{1,3}(?=[\s.)]|$)/.exec(cell)?.[0]));
  const steps = numbers.slice(1).filter((number, index) => number === (numbers[index] ?? 0) + 1).length;
  return steps >= 0.7 * (cells.length - 1);
};

type Evidence = {
  /** True when rules above, below and under its head frame the table, as in journals. */
  readonly isRuled: boolean;
};

/**
 * True when rows and columns found on a page are a table, and not print in columns, a list, a table of contents, a
 * form or a drawing. Without rules, a table must have short cells in straight columns, most of them filled, and
 * values in one of the columns: it is better to leave a table as lines than to make one of prose.
 */
export const looksTabular = (
  rows: readonly TableRow[],
  columns: readonly Band[],
  { isRuled }: Evidence,
): boolean => {
  const full = rows.filter((row) => row.filter((cell) => cell.length > 0).length >= 2);
  const body = full.slice(1);
  if (columns.length < 2 || body.length < (isRuled ? 1 : columns.length === 2 ? 3 : 2)) return false;
  if (full.length < rows.length * 0.6) return false;
  const cells = full.map((row) => row.map(textOf));
  const filled = cells.flat().filter((text) => text !== '');
  if (filled.some((text) => text.length > maxCellLength || leaders.test(text))) return false;
  if (filled.length < (isRuled ? 0.5 : 0.7) * full.length * columns.length) return false;
  const texts = columns.map((_, column) => cells.slice(1).map((row) => row[column] ?? ''));
  // Every column has text below its head.
  if (texts.some((column) => column.every((text) => text === ''))) return false;
  if (texts.some((column) => shareOf(column, (text) => onlyListMark.test(text)) >= 0.5)) return false;
  if (shareOf(filled, (text) => listMark.test(text) || text.endsWith(':')) >= 0.25) return false;
  if (isRuled)
    return (cells[0] ?? []).filter((text) => text !== '').length >= Math.max(2, columns.length / 2);
  const fragments = columns.map((_, column) => body.flatMap((row) => row[column] ?? []));
  const lengths = fragments.map((ofColumn) => median(ofColumn.map(({ text }) => text.length)));
  const keys = texts[0] ?? [];
  return (
    lengths.every((length) => length <= maxLineLength) &&
    lengths.filter((length) => length > 22).length < 2 &&
    fragments.every(isAligned) &&
    texts.slice(1).some((column) => shareOf(column, (text) => /\d/.test(text)) >= 0.6) &&
    !texts.slice(1).some((column) => countsPages(column, keys, columns.length)) &&
    texts.filter(countsDown).length < 2
  );
};
