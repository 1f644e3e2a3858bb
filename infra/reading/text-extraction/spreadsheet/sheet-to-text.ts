import { markdownTable } from '../markdown-table.ts';
import { plainTable } from '../spanned-table.ts';

/** The displayed text of a cell. `isValue` for a number, a date or the like, which cannot name a column. */
export type SheetCell = { readonly text: string; readonly isValue: boolean };

/** A range of merged cells, with bounds from 0, all inclusive. */
export type Merge = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

/** The visible content of a sheet: the cells with text by row and column, from 0. */
export type Sheet = {
  readonly rows: ReadonlyMap<number, ReadonlyMap<number, SheetCell>>;
  readonly merges: readonly Merge[];
  /** Rows that repeat on every printed page, which are heads. */
  readonly repeated?: { readonly top: number; readonly bottom: number } | undefined;
};

type Row = { readonly at: number; readonly cells: ReadonlyMap<number, SheetCell> };

/** Most places of merged cells to expand, in all. */
const mostMerged = 500_000;

/** Maps each place to the merged range over it, within the rows and columns that have text. */
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

/** True when a row could be a head: words alone. */
const isHeadLike = ({ cells }: Row): boolean =>
  cells.size >= 2 && [...cells.values()].every(({ isValue, text }) => !isValue && !/^[-+<>≤≥]?\d/.test(text));

const columnsOf = (rows: readonly Row[]): readonly number[] =>
  [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].toSorted((one, other) => one - other);

/** True when a block continues the table above the blank rows before it. */
const continuesTable = (above: readonly Row[], block: readonly Row[]): boolean => {
  const [first] = block;
  if (first === undefined || above.length < 2) return false;
  const known = new Set(columnsOf(above));
  if (known.size < 2 || !columnsOf(block).every((column) => known.has(column))) return false;
  // A separate table has its own head; a lone line is the title of what follows.
  return first.cells.size >= 2 && !isHeadLike(first);
};

/** Splits the rows into blocks at blank rows. */
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
    if (above !== undefined && continuesTable(above, block)) above.push(...block);
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

/** Matches a note below a table, as opposed to a row with only its first cell filled in. */
const noteLike = /[.!:;]$|^\s*(?:[*†‡§¹²³]|notes?\b)/i;
const longNote = 60;

/** Separates the lines with a single cell before and after a table: its title and its notes. */
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

/** Writes the visible content of a sheet: each of its tables with its head, titles and notes as lines. */
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

/** Matches the default names that programs give to sheets. */
const noName = /^(?:Sheet|Tabelle|Feuil|Hoja|Foglio|Blad)\s?\d*$/i;

/** Puts the name of a sheet above its text, unless it is a default name. */
export const namedSheetText = (name: string, text: string): string =>
  text === '' || name.trim() === '' || noName.test(name) ? text : `## ${name.trim()}\n\n${text}`;
