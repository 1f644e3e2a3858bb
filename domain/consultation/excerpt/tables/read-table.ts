import { namesDose } from '../../../clinical-text/names-dose.ts';
import { namesKind, patientRangesIn, rulesPatients } from '../../../clinical-text/patient-ranges.ts';

/** A column of a table. */
type TableColumn = {
  /** Its heading, from all lines of the table's heading; empty if it has none. */
  readonly text: string;
};

export type TableRow = {
  /** One for each column; leading cells that a merged cell leaves empty are filled from above. */
  readonly cells: readonly string[];
  /** Index of its line among the given lines. */
  readonly line: number;
  /** Rows of the table that apply to this one, as "6-7 kg (Pink)" over the whole width: indexes of their lines. */
  readonly banners: readonly number[];
  /** Whether it has as many cells as there are columns, so that each is certainly under its heading. */
  readonly isLabelled: boolean;
  /** Whether a cell was filled from above, so that its line alone would not say what it applies to. */
  readonly isFilled: boolean;
};

/** A Markdown table with its context. */
export type Table = {
  /** Lines before it: banners and captions, outermost first. */
  readonly leads: readonly string[];
  readonly columns: readonly TableColumn[];
  /** Indexes of the lines of its heading, with the rule. */
  readonly headLines: readonly number[];
  readonly rows: readonly TableRow[];
  readonly lines: readonly string[];
};

const ruleCell = /^:?-{2,}:?$/;
const isRule = (line: string | undefined): boolean =>
  line?.startsWith('|') === true && cellsOf(line).every((cell) => ruleCell.test(cell));

const isRow = (line: string): boolean => line.startsWith('|');

const cellsOf = (line: string): readonly string[] => {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\s+/g, ' '));
};

/** The rest of a merged cell: nothing, or dashes that the page reader takes for a rule. */
const isBlank = (cell: string | undefined): boolean => cell === undefined || /^-{0,9}$/.test(cell);
const isEmpty = (cell: string | undefined): boolean => cell === undefined || cell === '';

/** A longer text over the whole width, or a sentence, is content of the table, not a heading. */
const longestBanner = 160;

/**
 * A text over the whole width of the table: in all cells, or only in the first. In a table of two columns, the second
 * may just be empty: there the first must name patients.
 */
const bannerOf = (cells: readonly string[]): string | undefined => {
  if (cells.length < 2) return undefined;
  const [first = '', ...others] = cells;
  if (first === '' || first.length > longestBanner || /[.;]$/.test(first)) return undefined;
  if (others.every((cell) => cell === first)) return first;
  if (!others.every(isEmpty)) return undefined;
  return others.length > 1 || rulesPatients(first) ? first : undefined;
};

/** The banners that still apply below a new one: "Pediatric" above "3-5 kg" and "6-7 kg". */
const bannersUnder = (
  open: readonly { readonly line: number; readonly text: string }[],
  text: string,
): readonly { readonly line: number; readonly text: string }[] =>
  patientRangesIn(text).length === 0 ? [] : open.filter((one) => patientRangesIn(one.text).length === 0);

/** Whether a row below the rule continues the heading: no label and no numbers. */
const continuesHead = (head: readonly string[], cells: readonly string[], isLast: boolean): boolean => {
  const repeats = new Set(head).size < head.length;
  return (
    !isLast &&
    repeats &&
    cells.length === head.length &&
    (isEmpty(cells[0]) || cells[0] === head[0]) &&
    cells.some((cell) => cell !== '') &&
    !cells.some((cell, at) => at > 0 && /\d/.test(cell))
  );
};

/** The most lines over the whole width between a title and the column headings. */
const headWithin = 4;
const longestHead = 40;

/**
 * The column headings below a title over the whole width: "ADULT" and "PEDIATRIC" under "Poisoning". Read as an
 * ordinary row, they would leave the column for children without a heading, and its doses would be left out.
 */
const headBelowTitle = (head: readonly string[], lines: readonly string[], body: number): number => {
  const [title = '', ...others] = head;
  if (title === '' || others.length === 0 || !others.every(isEmpty)) return -1;
  const below = lines.slice(body, body + headWithin).map((line) => (isRow(line) ? cellsOf(line) : []));
  const place = below.findIndex((cells) => !cells.slice(1).every(isEmpty));
  const heads = below[place] ?? [];
  const isHead =
    heads.length === head.length &&
    heads.every((cell) => cell.length <= longestHead && namesKind(cell) && !namesDose(cell)) &&
    new Set(heads).size === heads.length;
  return isHead ? body + place : -1;
};

/** A heading cell that spans several columns is above the first of them only. */
const spread = (cells: readonly string[]): readonly string[] => {
  const filled: string[] = [];
  for (const cell of cells) filled.push(cell === '' && filled.length > 0 ? (filled.at(-1) ?? '') : cell);
  return filled;
};

/**
 * Reads lines that contain one Markdown table: the lines before it, its heading (of several lines if columns share a
 * name), and its rows with merged cells filled down. Rows without a heading and its rule have columns without names.
 */
export const readTable = (lines: readonly string[]): Table => {
  const first = lines.findIndex(isRow);
  const start = first < 0 ? lines.length : first;
  const leads = lines.slice(0, start).filter((line) => line !== '');
  const hasHead = isRule(lines[start + 1]);
  const headLines = hasHead ? [start, start + 1] : [];
  let head = hasHead ? cellsOf(lines[start] ?? '') : [];
  let body = hasHead ? start + 2 : start;
  const columnsAt = hasHead ? headBelowTitle(head, lines, body) : -1;
  if (columnsAt >= 0) {
    head = cellsOf(lines[columnsAt] ?? '');
    for (; body <= columnsAt; body += 1) headLines.push(body);
  }
  const below = lines[body];
  if (hasHead && below !== undefined && continuesHead(head, cellsOf(below), body + 1 >= lines.length)) {
    const upper = spread(head);
    head = cellsOf(below).map((cell, at) => {
      const above = upper[at] ?? '';
      return cell === '' || cell === above ? above : `${above} ${cell}`.trim();
    });
    headLines.push(body);
    body += 1;
  }
  const rows: TableRow[] = [];
  let banners: readonly { readonly line: number; readonly text: string }[] = [];
  let wasBanner = false;
  let above: readonly string[] = [];
  for (let line = body; line < lines.length; line += 1) {
    const text = lines[line] ?? '';
    if (!isRow(text) || isRule(text)) continue;
    const cells = cellsOf(text);
    const isLabelled = !hasHead || cells.length === head.length;
    const banner = bannerOf(cells);
    if (banner !== undefined) {
      banners = [...(wasBanner ? banners : bannersUnder(banners, banner)), { line, text: banner }];
      wasBanner = true;
      above = [];
      continue;
    }
    wasBanner = false;
    const empty = cells.findIndex((cell) => !isBlank(cell));
    const canFill = empty > 0 && above.length === cells.length;
    const filled = canFill ? cells.map((cell, at) => (at < empty ? (above[at] ?? cell) : cell)) : cells;
    rows.push({
      cells: filled,
      line,
      banners: banners.map((one) => one.line),
      isLabelled,
      isFilled: filled.some((cell, at) => cell !== cells[at]),
    });
    above = filled;
  }
  return { leads, columns: head.map((text) => ({ text })), headLines, rows, lines };
};
