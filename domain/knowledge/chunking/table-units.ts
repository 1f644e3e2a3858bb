import type { TextSpan } from '../../clinical-text/text-span.ts';
import { cellsOfRow, isTableRule } from '../markdown-row.ts';
import type { ChunkingPolicy } from './chunking-policy.ts';
import { type Measure, splitLongSpan } from './split-long-span.ts';
import { tableOutline } from './table-outline.ts';
import type { TableFacts, TextUnit } from './unit-group.ts';

/** The largest share of the maximum for a repeated head: it leaves room for banners and rows. */
const headShare = 0.35;
/** Lengths to which the cells of a head that is too long are shortened; the first that suffices is used. */
const cellLengths = [120, 60, 30, 15, 8] as const;
/** The longest key written before the rest of a row, in characters. */
const maxKey = 60;
/** The most columns for which marks are written before the rest of a row. */
const maxMarked = 30;

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;

/** A table's head as a later part repeats it: whole, or with shortened cells where it would leave no room for rows. */
const headOf = (lines: readonly string[], limit: number, measure: Measure): string => {
  const whole = lines.join('\n');
  if (whole === '' || (whole.length <= limit * 16 && measure(whole) <= limit)) return whole;
  for (const length of cellLengths) {
    const shortened = lines
      .map((line) =>
        isTableRule(line)
          ? `|${' --- |'.repeat(cellsOfRow(line).length)}`
          : `| ${cellsOfRow(line)
              .map((cell) => shorten(cell, length))
              .join(' | ')} |`,
      )
      .join('\n');
    if (shortened.length <= limit * 16 && measure(shortened) <= limit) return shortened;
  }
  return '';
};

/**
 * Returns, for each place at which a row may be cut, the text that makes the rest a complete row: its key, and a mark
 * for each missing cell, so that every value stays under its column. With too many cells no marks are written, and
 * nothing shows which columns the values belong to.
 *
 * @param row from its first pipe on
 */
const resumptionsOf = (row: string): ((cutAt: number) => string) => {
  const body = row.trimStart().startsWith('|') ? row.indexOf('|') + 1 : 0;
  const ends = [...row.matchAll(/(?<!\\)\|/g)].flatMap(({ index }) => (index < body ? [] : [index]));
  const key = shorten(row.slice(body, ends[0]).trim().replace(/\s+/g, ' '), maxKey);
  // Cuts come in order, so counting resumes where the last one stopped.
  let before = 0;
  return (cutAt) => {
    while ((ends[before] ?? cutAt) < cutAt) before += 1;
    if (before === 0) return '| … ';
    if (before > maxMarked) return `${key} … `;
    return `${['', key, ...Array.from({ length: before - 1 }, () => '…')].join(' | ').trimStart()} | `;
  };
};

/** Returns the rows of a Markdown table as units, with its head as later parts repeat it. */
export const unitsOfTable = (
  text: string,
  rows: readonly TextSpan[],
  policy: ChunkingPolicy,
  measure: Measure,
): Pick<TableFacts, 'headUnits' | 'head'> & { readonly units: readonly TextUnit[] } => {
  const lines = rows.map(({ start, end }) => text.slice(start, end));
  const { headLines, places } = tableOutline(lines);
  // Leaves room for banners and the head before any piece of a row.
  const limit = policy.maximum - Math.floor(policy.maximum / 2) - 2;
  const unitsOf = (row: TextSpan, index: number): readonly TextUnit[] => {
    const place = places[index - headLines];
    const resumptionAt = resumptionsOf(text.slice(row.start, row.end));
    return splitLongSpan(text, row, limit, measure).map((piece, at) => ({
      ...piece,
      size: measure(text.slice(piece.start, piece.end)),
      isRest: at > 0,
      ...(index < headLines || place === undefined ? {} : { place }),
      ...(at > 0 && index >= headLines ? { resumes: resumptionAt(piece.start - row.start) } : {}),
    }));
  };
  const byRow = rows.map(unitsOf);
  return {
    units: byRow.flat(),
    headUnits: byRow.slice(0, headLines).flat().length,
    head: headOf(lines.slice(0, headLines), Math.floor(policy.maximum * headShare), measure),
  };
};
