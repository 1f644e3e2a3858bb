import type { Band } from './column-bands.ts';
import { groupRows, isValue } from './group-rows.ts';
import { joinCellLines } from './join-cell-lines.ts';
import type { Segment } from './page-lines.ts';
import { printLinesOf } from './print-lines.ts';
import { toTableLine } from './table-lines.ts';

/** Fewest rows of a divided band; fewer are one row with wrapped cells. */
const minRows = 3;
/** Least share of the rows with a value in the same column. */
const minValueShare = 0.6;

/**
 * Splits a band between two rules of a grid with only its columns ruled, as charts often are, into rows: otherwise
 * each column would be one cell, and no value would be beside its weight. Returns `undefined` when the lines may be
 * wrapped lines of one row. `bands` are the columns from rule to rule.
 */
export const splitGridRow = (
  segments: readonly Segment[],
  bands: readonly Band[],
): readonly (readonly string[])[] | undefined => {
  const lines = printLinesOf(segments).map((line) => toTableLine(line, bands));
  if (lines.length < minRows || lines.some(({ fragments, spans }) => spans || fragments[0] === undefined))
    return undefined;
  const rows = groupRows(lines, bands.length, { startsWithHead: false });
  if (rows === undefined || rows.length < minRows) return undefined;
  const texts = rows.map((row) => row.map((cell) => joinCellLines(cell.map(({ text }) => text))));
  const isWhole = texts.every((row) => row.filter((cell) => cell !== '').length >= 2);
  const hasValues = bands.some(
    (_, column) =>
      column > 0 && texts.filter((row) => isValue(row[column] ?? '')).length >= minValueShare * texts.length,
  );
  return isWhole && hasValues ? texts : undefined;
};
