/** A line of a table or text in an excerpt, with the lines that belong to it. */
export type QuotedLine = {
  /** From 1, within the excerpt. */
  readonly line: number;
  readonly text: string;
  /** The cells of a table row. */
  readonly cells?: readonly string[];
  /** The heads of its columns; empty when the table has none. */
  readonly heads: readonly string[];
  /** Whether it is itself the head of a table. */
  readonly isHead: boolean;
  /** The lines directly above it or its table: captions, banners, headings. */
  readonly above: readonly string[];
};

const ruleOfTable = /^\|(?:\s*:?-{2,}:?\s*\|)+\s*$/;
const isRow = (line: string): boolean => line.startsWith('|');
const isOmission = (line: string): boolean => line === '[…]';

const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Lines above that introduce a line: a heading, a banner and a caption may follow one another. */
const linesAbove = 4;

/** The lines above one, up to an omission. */
const leading = (lines: readonly { readonly text: string }[], at: number): readonly string[] => {
  const above = lines.slice(Math.max(0, at - linesAbove), at).map(({ text }) => text);
  return above.slice(above.findLastIndex(isOmission) + 1);
};

/** A row that applies to all rows below it: "INTRAVENOUS" over the weights and doses of that route. */
const isBanner = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells[0] !== '' && cells[0] !== '[…]' && cells.slice(1).every((cell) => cell === '');

/** A row below the head that names further columns, such as "Adult" over "First dose" and "Repeat". */
const goesOnWithHead = (cells: readonly string[], heads: readonly string[]): boolean =>
  cells.length > 1 && !cells.some((cell) => /\d/.test(cell)) && (cells[0] === '' || cells[0] === heads[0]);

/** The lines of an excerpt, each with the heads of its table and its introductory lines. */
export const quotedLines = (excerpt: string): readonly QuotedLine[] => {
  const lines = excerpt
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter(({ text }) => text !== '');
  let heads: readonly string[] = [];
  let headGoesOn = false;
  let aboveTable: readonly string[] = [];
  let banner: readonly string[] = [];
  return lines.flatMap(({ line, text }, at): readonly QuotedLine[] => {
    if (!isRow(text)) {
      heads = [];
      return isOmission(text) ? [] : [{ line, text, heads: [], isHead: false, above: leading(lines, at) }];
    }
    const before = lines[at - 1]?.text ?? '';
    if (!isRow(before)) {
      aboveTable = leading(lines, at);
      heads = [];
      banner = [];
    }
    const cells = cellsOf(text);
    if (ruleOfTable.test(text)) {
      heads = isRow(before) ? cellsOf(before) : [];
      headGoesOn = true;
      return [];
    }
    const isHead = ruleOfTable.test(lines[at + 1]?.text ?? '');
    const above = [...aboveTable, ...banner];
    const shown = { line, text, cells, isHead, above };
    if (isHead) return [{ ...shown, heads: [] }];
    if (headGoesOn && goesOnWithHead(cells, heads)) {
      heads = heads.map((head, column) => [head, cells[column] ?? ''].filter((one) => one !== '').join(' '));
      return [{ ...shown, heads: [], isHead: true }];
    }
    headGoesOn = false;
    if (isBanner(cells)) banner = [text];
    return [{ ...shown, heads }];
  });
};
