import Table from 'cli-table3';
import { plainLine } from '../plain-text.ts';
import type { Terminal } from './terminal.ts';

/** A column with its heading; numbers line up on the right. */
export type Column<Row> = {
  readonly heading: string;
  readonly value: (row: Row) => string | number | null | undefined;
  readonly align?: 'left' | 'right';
  /** Decorates the finished text, e.g. with a colour. */
  readonly decorate?: (text: string, row: Row) => string;
};

const bare = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** Rows in columns that line up, without lines between them. A missing value is shown as a dash. */
export const formatTable = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { style }: Pick<Terminal, 'style'>,
): string => {
  const table = new Table({
    chars: bare,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
    colAligns: columns.map(({ align }) => align ?? 'left'),
    head: columns.map(({ heading }) => style('bold', heading)),
  });
  for (const row of rows) {
    table.push(
      columns.map(({ value, decorate }) => {
        const given = value(row);
        const text = given === null || given === undefined ? '-' : plainLine(String(given));
        return decorate ? decorate(text, row) : text;
      }),
    );
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
};
