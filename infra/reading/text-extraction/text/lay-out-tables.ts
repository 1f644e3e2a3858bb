import { statesPopulation } from '../../../../domain/knowledge/chunking/states-population.ts';
import { markdownTable } from '../markdown-table.ts';

/** Fewest lines of a table, including its head. */
const minRows = 3;
/** Longest line and longest cell, in characters, and most columns of a table. */
const maxLine = 1_000;
const maxCell = 80;
const maxColumns = 30;
/** Least share of a column's cells with a figure, and least share of rows with two or more cells. */
const minShare = 0.6;

type Row = readonly string[];

/** Matches `1.`, `a)`, `-`: the text after it is a list item, however wide the gap. */
const listMark = /^\s*(?:[-*•◦▪●○]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)])\s/;
const isPlain = (line: string): boolean => line.length <= maxLine && !line.trimStart().startsWith('|');

/** Splits a line at a separator outside quotation marks, as in spreadsheet exports. */
const splitAt = (line: string, mark: string): Row => {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === mark && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
};

/** Matches the name of a column: words, a weight or an age. */
const columnName =
  /^(?:\D*|\W{0,3}\d[\d.]{0,5}(?:\s?(?:-|–|to)\s?\d[\d.]{0,5})?\s?(?:kgs?|lbs?|y|yo|yrs?|years?|mos?|months?|weeks?)\W{0,3}|\D+\([^()]{1,30}\))$/i;

const shareOf = <Value>(values: readonly Value[], holds: (value: Value) => boolean): number =>
  values.length === 0 ? 0 : values.filter(holds).length / values.length;

/** True when rows are a table of values: short cells, most rows full, and figures in a column after the first. */
const holdsValues = (rows: readonly Row[]): boolean => {
  const [head = [], ...body] = rows;
  const columns = Array.from({ length: head.length }, (_, column) => column).slice(1);
  return (
    rows.length >= minRows &&
    head.length >= 2 &&
    head.length <= maxColumns &&
    rows.every((row) => row.every((cell) => cell.length <= maxCell)) &&
    shareOf(body, (row) => row.filter((cell) => cell !== '').length >= 2) >= minShare &&
    shareOf(rows, ([first = '']) => first.endsWith(':')) < 0.5 &&
    columns.some((column) => shareOf(body, (row) => /\d/.test(row[column] ?? '')) >= minShare)
  );
};

/** Writes rows as Markdown. If the first row has values, the head is left empty. */
const write = (rows: readonly Row[]): readonly string[] => {
  const [head = []] = rows;
  const isNamed = head.slice(1).every((cell) => columnName.test(cell));
  return markdownTable(isNamed ? rows : [head.map(() => ''), ...rows]).split('\n');
};

/** The number of lines that are read as rows, and their replacement. */
type Found = { readonly lines: number; readonly written: readonly string[] };

/** True for a sentence: a comma before a word. */
const isProse = (line: string): boolean => /, [^,\s]*[a-z]{3}/.test(line) || /[.:]$/.test(line);

/** True when a row names the columns below it: none of its cells is a value or a label with its content. */
const namesColumns = (row: Row): boolean =>
  row.slice(1).every((cell) => columnName.test(cell) && cell !== '') &&
  row.every((cell) => !/:\s/.test(cell));

/** Finds rows of a spreadsheet export: lines with the same number of cells, divided by a separator. */
const findDelimited = (lines: readonly string[], from: number, mark: string): Found | undefined => {
  const width = splitAt(lines[from] ?? '', mark).length;
  // Two words with a comma between are not a row, nor are three with blanks after them.
  if (width < (mark === ',' ? 3 : 2)) return undefined;
  const rows: Row[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!isPlain(line) || (mark === ',' && isProse(line.replace(/"[^"]*"/g, '')))) break;
    const cells = splitAt(line, mark);
    // A row may omit its last cells, but not its first.
    if (cells.length > width || cells.length < (mark === '\t' ? 2 : width)) break;
    rows.push([...cells, ...Array.from({ length: width - cells.length }, () => '')]);
  }
  // Sentences also have semicolons and commas: only column names show that the lines are rows.
  if (mark !== '\t' && !namesColumns(rows[0] ?? [])) return undefined;
  return holdsValues(rows) ? { lines: rows.length, written: write(rows) } : undefined;
};

type Piece = { readonly start: number; readonly text: string };

/** Splits a line at gaps of two or more blanks. */
const piecesOf = (line: string): readonly Piece[] =>
  isPlain(line) && !listMark.test(line)
    ? [...line.matchAll(/\S+(?: \S+)*/g)].map(({ index, 0: text }) => ({ start: index, text }))
    : [];

/** Returns the columns of split lines: stretches that some piece covers, separated by uncovered ones. */
const columnsOf = (
  lines: readonly (readonly Piece[])[],
): readonly { readonly start: number; readonly end: number }[] => {
  const columns: { start: number; end: number }[] = [];
  const pieces = lines.flat().map(({ start, text }) => ({ start, end: start + text.length }));
  for (const { start, end } of pieces.toSorted((one, other) => one.start - other.start)) {
    const last = columns.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else columns.push({ start, end });
  }
  return columns;
};

/** True when an unbroken line among rows is the title of those below it. */
const isGroupTitle = (line: string): boolean =>
  line.trim().length <= maxCell && (statesPopulation(line) || /^[^a-z\d]{4,}$/.test(line.trim()));

/** True for a line that only separates rows: `-----  ----`, `=====`. */
const isDivider = (line: string): boolean => /^[\s=_+-]+$/.test(line) && /[=_-]{3}/.test(line);

/** Finds a table with columns separated by blanks, as typewriters and terminals print them. */
const findSpaced = (lines: readonly string[], from: number): Found | undefined => {
  const inPieces: (readonly Piece[])[] = [];
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const pieces = piecesOf(line);
    if (pieces.length < 2 && !isDivider(line) && !(at > from && isGroupTitle(line))) break;
    inPieces.push(isDivider(line) ? [] : pieces);
    if (pieces.length >= 2) end = at + 1;
  }
  const own = inPieces.slice(0, end - from);
  const columns = columnsOf(own.filter(({ length }) => length >= 2));
  if (columns.length < 2) return undefined;
  const rows = own.flatMap((pieces): readonly Row[] => {
    if (pieces.length === 0) return [];
    const [first] = pieces;
    if (pieces.length === 1) return [columns.map((_, column) => (column === 0 ? (first?.text ?? '') : ''))];
    return [
      columns.map((column) =>
        pieces
          .filter(({ start }) => start >= column.start && start < column.end)
          .map(({ text }) => text)
          .join(' '),
      ),
    ];
  });
  return holdsValues(rows) ? { lines: end - from, written: write(rows) } : undefined;
};

/** Finds a table drawn in ASCII: `+----+`, `| a |`. */
const findDrawn = (lines: readonly string[], from: number): Found | undefined => {
  const edge = /^\s*\+(?:[-=]+\+)+\s*$/;
  if (!edge.test(lines[from] ?? '')) return undefined;
  const rows: Row[] = [];
  let at = from + 1;
  for (; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line.length > maxLine) break;
    if (line.startsWith('|') && line.endsWith('|'))
      rows.push(
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    else if (!edge.test(line)) break;
  }
  return rows.length >= 2 ? { lines: at - from, written: write(rows) } : undefined;
};

const findTable = (lines: readonly string[], from: number): Found | undefined =>
  findDrawn(lines, from) ??
  findDelimited(lines, from, '\t') ??
  findDelimited(lines, from, ';') ??
  findDelimited(lines, from, ',') ??
  findSpaced(lines, from);

/** Most lines of a block before its table, such as titles. Keeps the search linear. */
const maxBefore = 8;

/**
 * Writes the tables of plain text as Markdown, so that their columns survive the loss of blanks: rows with tabs,
 * commas or semicolons, columns separated by blanks, and ASCII drawings. Only tables with figures qualify; all other
 * text stays as it is.
 */
export const layOutTables = (text: string): string => {
  const lines = text.split('\n');
  const written: string[] = [];
  let at = 0;
  let isFenced = false;
  while (at < lines.length) {
    let end = at;
    while (end < lines.length && (lines[end] ?? '').trim() !== '') end += 1;
    const block = lines.slice(at, end);
    let from = 0;
    let tried = 0;
    while (from < block.length) {
      const line = block[from] ?? '';
      if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
      const isLooked =
        !isFenced && tried < maxBefore && block.length - from >= minRows && line.length <= maxLine;
      const found = isLooked ? findTable(block, from) : undefined;
      tried = found === undefined ? tried + 1 : 0;
      for (const row of found?.written ?? [line]) written.push(row);
      from += found?.lines ?? 1;
    }
    if (end < lines.length) written.push(lines[end] ?? '');
    at = end + 1;
  }
  return written.join('\n');
};
