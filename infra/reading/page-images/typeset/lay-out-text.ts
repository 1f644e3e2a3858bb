import { cellsOfRow, isTableRow, isTableRule } from '../../../../domain/knowledge/markdown-row.ts';
import { drawableText } from './drawable-text.ts';

/** The type of some words; the size is in points. */
type Face = { readonly size: number; readonly bold: boolean };

/** Words on a sheet, in points from its lower left corner. `start` and `end` are their range in the text. */
export type SetLine = Face & {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly start: number;
  readonly end: number;
};
/** A thin horizontal line below a table row. */
type Rule = { readonly x: number; readonly y: number; readonly width: number };
export type Sheet = { readonly lines: readonly SetLine[]; readonly rules: readonly Rule[] };

/** The width of a text in points. */
export type Measure = (text: string, face: Face) => number;

/** US letter, like the guidelines that come as PDF, with margins of three quarters of an inch. */
export const SHEET = { width: 612, height: 792, margin: 54 } as const;
const COLUMN = SHEET.width - 2 * SHEET.margin;
const PLAIN: Face = { size: 10.5, bold: false };
const CELL: Face = { size: 9.5, bold: false };
const HEADING_SIZES = [17, 14, 12.5] as const;
/** Distance of lines, in type sizes. */
const LEADING = 1.32;
const CELL_PADDING = 4;
const INDENT = 14;
/** Most columns of a table with a width of their own; the rest share the last one. */
const MAX_COLUMNS = 12;
/** Characters to set: a book of 600 pages. */
const MAX_CHARACTERS = 2_000_000;

type Word = { readonly text: string; readonly start: number; readonly end: number };

const wordsOf = (text: string, offset: number): readonly Word[] =>
  [...text.matchAll(/\S+/g)].map((match) => ({
    text: drawableText(match[0]),
    start: offset + match.index,
    end: offset + match.index + match[0].length,
  }));

/** Splits a word that is too wide, such as a URL, into pieces that fit. */
const piecesOf = (word: Word, face: Face, width: number, measure: Measure): readonly Word[] => {
  if (measure(word.text, face) <= width) return [word];
  const perLine = Math.max(1, Math.floor((word.text.length * width) / measure(word.text, face)) - 1);
  return Array.from({ length: Math.ceil(word.text.length / perLine) }, (_, index) => ({
    ...word,
    text: word.text.slice(index * perLine, (index + 1) * perLine),
  }));
};

/** Wraps words to a width. */
const wrap = (words: readonly Word[], face: Face, width: number, measure: Measure): readonly Word[] => {
  const lines: Word[] = [];
  const space = measure(' ', face);
  let used = 0;
  for (const word of words.flatMap((each) => piecesOf(each, face, width, measure))) {
    const wide = measure(word.text, face);
    const line = lines.at(-1);
    if (line === undefined || used + space + wide > width) {
      lines.push(word);
      used = wide;
      continue;
    }
    lines[lines.length - 1] = { text: `${line.text} ${word.text}`, start: line.start, end: word.end };
    used += space + wide;
  }
  return lines;
};

type Line = { readonly text: string; readonly start: number };

const linesOf = (text: string): readonly Line[] => {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.slice(0, MAX_CHARACTERS).split('\n')) {
    lines.push({ text: line, start });
    start += line.length + 1;
  }
  return lines;
};

const cellsOf = ({ text }: Line): readonly string[] => {
  const cells = cellsOfRow(text).map((cell) => cell.replaceAll('\\|', '|').replaceAll('<br>', ' '));
  return cells.length <= MAX_COLUMNS
    ? cells
    : [...cells.slice(0, MAX_COLUMNS - 1), cells.slice(MAX_COLUMNS - 1).join(' ')];
};

/** Column widths: the width of the longest cell, within bounds, scaled to the sheet. */
const columnWidths = (rows: readonly (readonly string[])[], measure: Measure): readonly number[] => {
  const count = Math.max(1, ...rows.map((row) => row.length));
  const wanted = Array.from({ length: count }, (_, column) =>
    Math.min(
      COLUMN * 0.6,
      Math.max(30, ...rows.map((row) => measure(drawableText((row[column] ?? '').slice(0, 200)), CELL))) +
        2 * CELL_PADDING,
    ),
  );
  const total = wanted.reduce((sum, width) => sum + width, 0);
  return wanted.map((width) => (width * COLUMN) / Math.max(total, COLUMN / 2));
};

/** Fills sheets from the top, one after the other. */
const createSheets = () => {
  const sheets: { readonly lines: SetLine[]; readonly rules: Rule[] }[] = [{ lines: [], rules: [] }];
  let y = SHEET.height - SHEET.margin;
  return {
    sheets,
    /** Moves down by a height, onto a new sheet if there is no room. Returns the top of the space. */
    take: (height: number): { readonly top: number; readonly sheet: { lines: SetLine[]; rules: Rule[] } } => {
      if (y - height < SHEET.margin && y < SHEET.height - SHEET.margin) {
        sheets.push({ lines: [], rules: [] });
        y = SHEET.height - SHEET.margin;
      }
      const top = y;
      y -= height;
      return { top, sheet: sheets.at(-1) ?? { lines: [], rules: [] } };
    },
  };
};

const setParagraph = (
  { take }: ReturnType<typeof createSheets>,
  { text, start }: Line,
  measure: Measure,
): void => {
  const heading = /^(#{1,6})\s+/.exec(text);
  const face: Face = heading
    ? { size: HEADING_SIZES[(heading[1]?.length ?? 1) - 1] ?? 11, bold: true }
    : PLAIN;
  const lead = heading?.[0].length ?? 0;
  const item = /^\s*(?:[-*•]|\d{1,3}[.)])\s/.test(text);
  const words = wordsOf(text.slice(lead), start + lead);
  if (heading) take(face.size * 0.5);
  wrap(words, face, COLUMN - (item ? INDENT : 0), measure).forEach((line, index) => {
    const { top, sheet } = take(face.size * LEADING);
    const x = SHEET.margin + (item && index > 0 ? INDENT : 0);
    sheet.lines.push({ ...face, ...line, x, y: top - face.size });
  });
};

/** Most lines of a cell: a row is not divided, and lines that do not fit on one sheet are not shown. */
const MAX_CELL_LINES = Math.floor((SHEET.height - 2 * SHEET.margin) / (CELL.size * LEADING)) - 2;

const setTable = (
  { take }: ReturnType<typeof createSheets>,
  rows: readonly Line[],
  measure: Measure,
): void => {
  const head = rows[1] !== undefined && isTableRule(rows[1].text) ? rows[0] : undefined;
  const shown = rows.filter((row) => !isTableRule(row.text));
  const widths = columnWidths(shown.map(cellsOf), measure);
  for (const row of shown) {
    const face = row === head ? { ...CELL, bold: true } : CELL;
    const end = row.start + row.text.length;
    const cells = cellsOf(row).map((cell, column) =>
      wrap(wordsOf(cell, 0), face, (widths[column] ?? 30) - 2 * CELL_PADDING, measure).slice(
        0,
        MAX_CELL_LINES,
      ),
    );
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * face.size * LEADING + CELL_PADDING;
    const { top, sheet } = take(height);
    let x = SHEET.margin;
    cells.forEach((lines, column) => {
      lines.forEach(({ text }, index) => {
        const y = top - face.size * (1 + index * LEADING) - CELL_PADDING / 2;
        sheet.lines.push({ ...face, text, x: x + CELL_PADDING, y, start: row.start, end });
      });
      x += widths[column] ?? 0;
    });
    sheet.rules.push({ x: SHEET.margin, y: top - height, width: x - SHEET.margin });
  }
};

/**
 * Sets a cleaned text, with its Markdown headings, lists and tables, on sheets of paper: plainly, for reading, not as
 * its original program would show it.
 */
export const layOutText = (text: string, measure: Measure): readonly Sheet[] => {
  const filling = createSheets();
  const lines = linesOf(text);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    if (isTableRow(line.text)) {
      const rows: Line[] = [];
      for (let row: Line | undefined = line; row !== undefined && isTableRow(row.text); row = lines[at]) {
        rows.push(row);
        at += 1;
      }
      setTable(filling, rows, measure);
      continue;
    }
    if (line.text.trim() === '') filling.take(PLAIN.size * 0.7);
    else setParagraph(filling, line, measure);
    at += 1;
  }
  return filling.sheets;
};
