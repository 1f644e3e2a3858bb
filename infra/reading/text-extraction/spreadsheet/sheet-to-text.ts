import { markdownTable } from '../markdown-table.ts';
import { plainTable } from '../spanned-table.ts';

/** What a cell shows. A `value` is a number, a date or the like, and names no column. */
export type SheetCell = { readonly text: string; readonly isValue: boolean };

/** Cells that are merged into one, from and to counted from 0 and both included. */
export type Merge = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

/** What is seen of a sheet: cells with text by their rows and columns, counted from 0. */
export type Sheet = {
  readonly rows: ReadonlyMap<number, ReadonlyMap<number, SheetCell>>;
  readonly merges: readonly Merge[];
  /** Rows that are printed again on every page, which are heads. */
  readonly repeated?: { readonly top: number; readonly bottom: number } | undefined;
};

type Row = { readonly at: number; readonly cells: ReadonlyMap<number, SheetCell> };

/** Places of merged cells that are spread out, in all. */
const mostMerged = 500_000;

/** The merged cell that lies on each place, as far as there is text in any of its rows and columns. */
const placeMerges = ({ rows, merges }: Sheet, columns: readonly number[]): ReadonlyMap<string, Merge> => {
  const mergeAt = new Map<string, Merge>();
  const lastColumn = columns.at(-1) ?? 0;
  const lastRow = [...rows.keys()].reduce((last, row) => Math.max(last, row), 0);
  let laid = 0;
  for (const merge of merges)
    for (let row = merge.top; row <= Math.min(merge.bottom, lastRow); row += 1) {
      laid += 1;
      if (laid > mostMerged) return mergeAt;
      if (!rows.has(row)) continue;
      for (let column = merge.left; column <= Math.min(merge.right, lastColumn); column += 1) {
        laid += 1;
        mergeAt.set(`${row} ${column}`, merge);
      }
    }
  return mergeAt;
};

/** Whether a row could be the head of what follows: words alone. */
const isHeadLike = ({ cells }: Row): boolean =>
  cells.size >= 2 && [...cells.values()].every(({ isValue, text }) => !isValue && !/^[-+<>≤≥]?\d/.test(text));

const columnsOf = (rows: readonly Row[]): readonly number[] =>
  [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].toSorted((one, other) => one - other);

/** Whether the first row of a block is one more of the table above the empty rows before it. */
const goesOn = (above: readonly Row[], block: readonly Row[]): boolean => {
  const [first] = block;
  if (first === undefined || above.length < 2) return false;
  const known = new Set(columnsOf(above));
  if (known.size < 2 || !columnsOf(block).every((column) => known.has(column))) return false;
  // A table below another has a head of its own; a lone line is the title of what comes.
  return first.cells.size >= 2 && !isHeadLike(first);
};

/** Rows in blocks that empty rows set apart. */
const blocksOf = ({ rows }: Sheet): readonly (readonly Row[])[] => {
  const blocks: Row[][] = [];
  const ordered = [...rows].toSorted(([one], [other]) => one - other);
  let last = -2;
  for (const [at, cells] of ordered) {
    if (cells.size === 0) continue;
    const block = blocks.at(-1);
    if (block !== undefined && at === last + 1) block.push({ at, cells });
    else blocks.push([{ at, cells }]);
    last = at;
  }
  return blocks.reduce<Row[][]>((joined, block) => {
    const above = joined.at(-1);
    if (above !== undefined && goesOn(above, block)) above.push(...block);
    else joined.push([...block]);
    return joined;
  }, []);
};

const lineOf = ({ cells }: Row): string =>
  [...cells]
    .toSorted(([one], [other]) => one - other)
    .map(([, { text }]) => text)
    .join('  ');

const tableOf = (sheet: Sheet, rows: readonly Row[], merged: ReadonlyMap<string, Merge>): string => {
  const columns = columnsOf(rows);
  const texts: string[] = [];
  const numberOf = new Map<Merge, number>();
  const number = (text: string): number => texts.push(text) - 1;
  const places = rows.map(({ at, cells }) =>
    columns.map((column) => {
      const merge = merged.get(`${at} ${column}`);
      if (merge === undefined) return number(cells.get(column)?.text ?? '');
      const known = numberOf.get(merge);
      if (known !== undefined) return known;
      const text = sheet.rows.get(merge.top)?.get(merge.left)?.text ?? cells.get(column)?.text ?? '';
      const own = number(text);
      numberOf.set(merge, own);
      return own;
    }),
  );
  const headRows = rows.filter(
    ({ at }) => sheet.repeated !== undefined && at >= sheet.repeated.top && at <= sheet.repeated.bottom,
  ).length;
  const plain = plainTable({ places, textOf: (cell) => texts[cell] ?? '', headRows });
  if (plain === undefined) return '';
  return [...plain.titles, markdownTable(plain.rows)].join('\n\n');
};

/** What reads as a note below a table rather than as a row of which only the first cell is filled in. */
const noteLike = /[.!:;]$|^\s*(?:[*†‡§¹²³]|notes?\b)/i;
const longNote = 60;

/** Lines before and after a table that stand in one cell of it: its title and its notes. */
const loneRows = (rows: readonly Row[], merged: ReadonlyMap<string, Merge>) => {
  const columns = columnsOf(rows);
  const isLone = ({ at, cells }: Row): boolean =>
    cells.size === 1 &&
    !columns.some((column) => {
      const merge = merged.get(`${at} ${column}`);
      return merge !== undefined && merge.bottom > merge.top;
    });
  const isNote = (row: Row): boolean => {
    const text = row.cells.get(columns[0] ?? 0)?.text;
    return isLone(row) && text !== undefined && (noteLike.test(text) || text.length > longNote);
  };
  const before = rows.findIndex((row) => !isLone(row));
  if (before < 0) return { before: rows, table: [], after: [] };
  const after = rows.findLastIndex((row) => !isNote(row)) + 1;
  return { before: rows.slice(0, before), table: rows.slice(before, after), after: rows.slice(after) };
};

/** Writes what a sheet shows: each of its tables with its head, titles and notes as lines. */
export const sheetToText = (sheet: Sheet): string => {
  const merged = placeMerges(sheet, columnsOf([...sheet.rows].map(([at, cells]) => ({ at, cells }))));
  const parts = blocksOf(sheet).flatMap((block) => {
    const { before, table, after } = loneRows(block, merged);
    const isTable = table.length >= 2 && columnsOf(table).length >= 2;
    return [
      ...before.map(lineOf),
      ...(isTable ? [tableOf(sheet, table, merged)] : table.map(lineOf)),
      ...after.map(lineOf),
    ];
  });
  return parts.filter((part) => part !== '').join('\n\n');
};

/** Names that programs give to sheets by themselves. */
const noName = /^(?:Sheet|Tabelle|Feuil|Hoja|Foglio|Blad)\s?\d*$/i;

/** What a sheet shows, below its name where it has one of its own. */
export const namedSheetText = (name: string, text: string): string =>
  text === '' || name.trim() === '' || noName.test(name) ? text : `## ${name.trim()}\n\n${text}`;
