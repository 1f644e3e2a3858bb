/** A line of a table or of text, with what is to be read with it. */
export type QuotedLine = {
  readonly text: string;
  /** The cells of a row of a table. */
  readonly cells?: readonly string[];
  /** The cells at the head of its columns; empty where the table has none. */
  readonly heads: readonly string[];
  /** The lines that stand directly above the table, or above the line: captions, banners, headings. */
  readonly above: readonly string[];
};

const ruleOfTable = /^\|(?:\s*:?-{3,}:?\s*\|)+\s*$/;
const isRow = (line: string): boolean => line.startsWith('|');

const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Lines above that lead to what follows: a heading, a banner and a caption may stand over one another. */
const linesAbove = 4;

/** The lines of an excerpt, each with the heads of its table and with what leads to it. */
export const quotedLines = (excerpt: string): readonly QuotedLine[] => {
  const lines = excerpt
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  let heads: readonly string[] = [];
  let aboveTable: readonly string[] = [];
  return lines.flatMap((text, at): readonly QuotedLine[] => {
    if (!isRow(text)) {
      heads = [];
      return [{ text, heads: [], above: lines.slice(Math.max(0, at - linesAbove), at) }];
    }
    const before = lines[at - 1];
    if (before === undefined || !isRow(before)) {
      aboveTable = lines.slice(Math.max(0, at - linesAbove), at);
      heads = [];
    }
    if (ruleOfTable.test(text)) {
      heads = before !== undefined && isRow(before) ? cellsOf(before) : [];
      return [];
    }
    const isHead = ruleOfTable.test(lines[at + 1] ?? '');
    return [{ text, cells: cellsOf(text), heads: isHead ? [] : heads, above: aboveTable }];
  });
};
