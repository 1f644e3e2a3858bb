/**
 * A table whose cells may span rows and columns: for each place the number of its cell, and the text of each cell.
 * All rows have the same number of places.
 */
export type SpannedTable = {
  readonly places: readonly (readonly number[])[];
  readonly textOf: (cell: number) => string;
  /** The number of leading rows marked as the table's head; 0 if none are. */
  readonly headRows: number;
};

/** The lines above a table that apply to all of it, and its rows, of which the first is the head. */
type PlainTable = {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The indices of the columns with text. */
  readonly columns: readonly number[];
};

/** Most rows of a head, and most characters of a table title; longer text is a part of the page. */
const maxHeadRows = 4;
const maxTitle = 200;
/** Most characters of a repeated cell: a cell over several rows or columns repeats in each, shortened. */
const maxRepeated = 80;

/** Matches the name of a column: words without a figure, or a weight or an age. */
const columnName =
  /^(?:\D*|\W{0,3}\d[\d.]{0,5}(?:\s?(?:-|–|to)\s?\d[\d.]{0,5})?\s?(?:kgs?|lbs?|y|yo|yrs?|years?|mos?|months?|weeks?)\W{0,3})$/i;

const shorten = (text: string): string =>
  text.length <= maxRepeated ? text : `${text.slice(0, maxRepeated - 1).trimEnd()}…`;

/** Stacks the rows of a table whose head repeats the same columns, because they were set side by side. */
const unfold = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] => {
  const [head = [], ...body] = rows;
  for (let width = 2; width * 2 <= head.length; width += 1) {
    if (head.length % width !== 0) continue;
    const part = head.slice(0, width);
    if (part.some((cell) => cell === '') || new Set(part).size < width) continue;
    if (!head.every((cell, column) => cell === part[column % width])) continue;
    const below = Array.from({ length: head.length / width }, (_, at) =>
      body.map((row) => row.slice(at * width, (at + 1) * width)),
    );
    return [part, ...below.flat().filter((row) => row.some((cell) => cell !== ''))];
  }
  return rows;
};

/**
 * True when most rows have a separate cell in each column. In a form, most rows have other columns than the rows
 * above, so a cell over several columns is a wide field.
 */
const isChart = (
  rows: readonly (readonly number[])[],
  columns: readonly number[],
  titleOf: (row: readonly number[]) => string | undefined,
): boolean => {
  const own = rows.filter((row) => titleOf(row) === undefined);
  const whole = own.filter((row) => new Set(columns.map((column) => row[column])).size === columns.length);
  return whole.length * 2 >= own.length;
};

/** Writes each cell where it begins, and again in the rows below if it is short. */
const asForm = (
  rows: readonly (readonly number[])[],
  columns: readonly number[],
  textOf: SpannedTable['textOf'],
): readonly (readonly string[])[] =>
  rows.map((row, index) =>
    columns.map((column) => {
      const cell = row[column] ?? -1;
      if (column > 0 && row[column - 1] === cell) return '';
      const isRepeated = rows[index - 1]?.[column] === cell && textOf(cell).length > maxRepeated;
      return isRepeated ? '' : textOf(cell);
    }),
  );

/**
 * Writes a table so that each row can be read on its own under one head: titles over all columns go above it, the
 * rows of a head become one ("Fentanyl" over "mg" and "mL" becomes "Fentanyl mg" and "Fentanyl mL"), and a cell over
 * several rows or columns repeats in each. The title of a group of rows stays in the first column, with the other
 * cells empty. A form keeps its layout. Rows and columns without text are left out; `undefined` if nothing is left.
 */
export const plainTable = ({ places, textOf, headRows }: SpannedTable): PlainTable | undefined => {
  const width = places.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    places.some(
      (row) => textOf(row[column] ?? -1) !== '' && (column === 0 || row[column - 1] !== row[column]),
    ),
  );
  const hasText = (row: readonly number[]): boolean => row.some((cell) => textOf(cell) !== '');
  const kept = places.flatMap((row, index) => (hasText(row) ? [{ row, isMarked: index < headRows }] : []));
  const rows = kept.map(({ row }) => row);
  const [first = 0] = columns;
  /** Returns the text of a cell that spans all columns of a row. */
  const titleOf = (row: readonly number[]): string | undefined => {
    const cell = row[first] ?? -1;
    const text = textOf(cell);
    return text !== '' && columns.every((column) => row[column] === cell) ? text : undefined;
  };
  if (columns.length === 0) return undefined;
  if (!isChart(rows, columns, titleOf)) return { titles: [], rows: asForm(rows, columns, textOf), columns };
  const untitled = rows.findIndex((row) => (titleOf(row)?.length ?? maxTitle + 1) > maxTitle);
  const from = untitled < 0 ? rows.length : untitled;
  // A cell over several rows is one title.
  const titles = [...new Set(rows.slice(0, from).map((row) => row[first] ?? -1))].map(textOf);
  const head = rows[from];
  if (head === undefined) return undefined;
  // A section of the page in a frame.
  if (titleOf(head) !== undefined) return { titles: [], rows: asForm(rows, columns, textOf), columns };
  /** True when a cell of a row reaches into the next one, or spans columns that have their own names below. */
  const headContinues = (at: number): boolean => {
    const [row, next] = [rows[at], rows[at + 1]];
    if (row === undefined || next === undefined || at + 2 >= rows.length) return false;
    if (titleOf(next) !== undefined) return false;
    if (kept[at + 1]?.isMarked === true) return true;
    const reaches = columns.some(
      (column) => row[column] === next[column] && textOf(row[column] ?? -1) !== '',
    );
    const spanned = columns.filter(
      (column) =>
        textOf(row[column] ?? -1) !== '' &&
        columns.some((other) => other !== column && row[other] === row[column]),
    );
    if (spanned.length === 0 && !(reaches && kept[at]?.isMarked === true)) return false;
    const names = (spanned.length === 0 ? columns : spanned).map((column) => next[column] ?? -1);
    return (
      new Set(names).size > new Set(spanned.map((column) => row[column])).size &&
      names.every((cell) => textOf(cell) !== '' && columnName.test(textOf(cell)))
    );
  };
  let to = from + 1;
  while (to - from < maxHeadRows && headContinues(to - 1)) to += 1;
  const heads = columns.map((column) =>
    [...new Set(rows.slice(from, to).map((row) => row[column] ?? -1))]
      .map(textOf)
      .filter((text, index, all) => text !== '' && text !== all[index - 1])
      .join(' '),
  );
  const body = rows.slice(to).map((row, index) => {
    if (titleOf(row) !== undefined)
      return columns.map((column) => (column === first ? textOf(row[first] ?? -1) : ''));
    const above = index === 0 ? undefined : rows[to + index - 1];
    return columns.map((column, at) => {
      const cell = row[column] ?? -1;
      const before = columns[at - 1];
      const isRepeated = above?.[column] === cell || (before !== undefined && row[before] === cell);
      return isRepeated ? shorten(textOf(cell)) : textOf(cell);
    });
  });
  return { titles, rows: unfold([heads, ...body]), columns };
};
