import type { TablePlace } from '../extracted-page.ts';

/** A page's remaining lines, each with its row in the page as read, and the places of its tables. */
type TablePage = {
  readonly lines: readonly string[];
  readonly rows: readonly number[];
  readonly tables: readonly TablePlace[];
};

/** A page's lines without the parts that a table from an earlier page repeats. */
export type JoinedPage = {
  readonly lines: readonly string[];
  /** True when the first line is the next row of the table that ends the previous page. */
  readonly continuesTable: boolean;
};

/** A table that reaches the end of a page. */
type OpenTable = {
  readonly head: readonly string[];
  readonly headLines: readonly string[];
  readonly body: readonly (readonly string[])[];
  readonly columns: TablePlace['columns'] | undefined;
};

const isTableRow = (line: string | undefined): boolean => /^\s*\|.*\|\s*$/.test(line ?? '');
const isRule = (line: string | undefined): boolean => /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/.test(line ?? '');
const isEmpty = (line: string | undefined): boolean => (line ?? '').trim() === '';
const cellsOf = (line: string | undefined): readonly string[] =>
  (line ?? '')
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\s+/g, ' '));

/** `Table 3 (continued)`, `continued on next page`: only a note that a table continues. short input: 300. */
const continuationNote =
  /^\s*(?:#{1,6}\s+)?(?:table\s+[\dA-Z.-]{1,12}\b[^|]{0,200})?\(?\s*cont(?:inued|inues|['’]?d|\.)(?:\s+(?:on|from)\s+(?:the\s+)?(?:next|previous|following)\s+page)?\s*\.*\)?\s*$/i;
const isNote = (line: string | undefined): boolean =>
  line !== undefined && line.length <= 300 && continuationNote.test(line);

/** The share of cells with digits that makes a column numeric. */
const minNumberShare = 0.6;

const overlap = (one: readonly [number, number], other: readonly [number, number]): number =>
  Math.min(one[1], other[1]) - Math.max(one[0], other[0]);

/** True when each column of one table lines up with one column of the other and no more. */
const columnsMatch = (one: TablePlace['columns'], other: TablePlace['columns']): boolean =>
  one.length === other.length &&
  one.every((column, index) =>
    // Columns separated by a rule share its edge.
    other.every((candidate, at) =>
      at === index ? overlap(column, candidate) > 0 : overlap(column, candidate) <= 2,
    ),
  );

const sameCells = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((cell, index) => cell === other[index]);

/** True when a row cannot be a head: it has numbers where the table's rows have them and its head has none. */
const isDataOf = (row: readonly string[], { head, body }: OpenTable): boolean =>
  row.some((cell, column) => {
    const numbers = body.filter((cells) => /\d/.test(cells[column] ?? '')).length;
    return numbers >= minNumberShare * body.length && /\d/.test(cell) && !/\d/.test(head[column] ?? '');
  });

/** The index of the first line that is neither empty nor a continuation note. */
const afterNotes = (lines: readonly string[]): number => {
  const at = lines.findIndex((line) => !isEmpty(line) && !isNote(line));
  return at < 0 ? lines.length : at;
};

/** The number of lines that a continued table repeats at the top of a page; `undefined` when it is another table. */
const repeatedLines = (
  lines: readonly string[],
  columns: TablePlace['columns'] | undefined,
  open: OpenTable,
): { readonly head: number; readonly rule: boolean } | undefined => {
  const first = cellsOf(lines[0]);
  if (first.length !== open.head.length) return undefined;
  if (sameCells(first, open.head)) {
    // A head of several lines; a row with numbers may be repeated on purpose.
    let head = 2;
    while (
      head - 1 < open.headLines.length &&
      !/\d/.test(lines[head] ?? '') &&
      isTableRow(lines[head]) &&
      sameCells(cellsOf(lines[head]), cellsOf(open.headLines[head - 1]))
    )
      head += 1;
    return { head, rule: false };
  }
  const placed = columns !== undefined && open.columns !== undefined && columnsMatch(columns, open.columns);
  return placed && isDataOf(first, open) ? { head: 0, rule: true } : undefined;
};

/** The table that ends a page, and the number of the page's lines up to its end. */
const tableAtEnd = (
  { lines, rows, tables }: TablePage,
  continued: OpenTable | undefined,
): { readonly table: OpenTable; readonly end: number } | undefined => {
  const end = lines.length - afterNotes(lines.toReversed());
  let start = end;
  while (start > 0 && isTableRow(lines[start - 1])) start -= 1;
  if (start === end) return undefined;
  if (start === 0 && continued !== undefined) return { table: continued, end };
  if (!isRule(lines[start + 1])) return undefined;
  const body = lines.slice(start + 2, end);
  const place = tables.find(({ line }) => line === rows[start]);
  const table = {
    head: cellsOf(lines[start]),
    headLines: [lines[start] ?? '', ...body.slice(0, 3)],
    body: body.map(cellsOf),
    columns: place?.columns,
  };
  return { table, end };
};

/**
 * Joins tables that continue over pages: where a table ends a page and the next page begins with the same head, or with
 * more rows below the same columns, the head and notes such as "continued" are removed and its rows follow. Another
 * table at the top of a page stays separate. Expects pages without running headers and footers; rows are never changed
 * or moved.
 */
export const joinTables = (pages: readonly TablePage[]): readonly JoinedPage[] => {
  const joined: JoinedPage[] = [];
  let open: { readonly table: OpenTable; readonly end: number } | undefined;
  for (const page of pages) {
    const top = afterNotes(page.lines);
    const isTable = isTableRow(page.lines[top]) && isRule(page.lines[top + 1]);
    const columns = page.tables.find(({ line }) => line === page.rows[top])?.columns;
    const repeated =
      open !== undefined && isTable ? repeatedLines(page.lines.slice(top), columns, open.table) : undefined;
    if (open === undefined || repeated === undefined) {
      joined.push({ lines: page.lines, continuesTable: false });
      open = tableAtEnd(page, undefined);
      continue;
    }
    const last = joined.at(-1);
    if (last !== undefined) joined[joined.length - 1] = { ...last, lines: last.lines.slice(0, open.end) };
    const kept = page.lines.flatMap((_, index) =>
      index < top + repeated.head || (repeated.rule && index === top + 1) ? [] : [index],
    );
    const rest: TablePage = {
      lines: kept.map((index) => page.lines[index] ?? ''),
      rows: kept.map((index) => page.rows[index] ?? 0),
      tables: page.tables,
    };
    joined.push({ lines: rest.lines, continuesTable: true });
    open = tableAtEnd(rest, open.table);
  }
  return joined;
};
