/** A line of a table or of text as an excerpt shows it, with what is to be read with it. */
export type QuotedLine = {
  /** From 1, within the excerpt. */
  readonly line: number;
  readonly text: string;
  /** The cells of a row of a table. */
  readonly cells?: readonly string[];
  /** The cells at the head of its columns; empty where the table has none. */
  readonly heads: readonly string[];
  /** Whether it is itself the head of a table. */
  readonly isHead: boolean;
  /** The lines that stand directly above it or its table: captions, banners, headings. */
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

/** Lines above that lead to what follows: a heading, a banner and a caption may stand over one another. */
const linesAbove = 4;

/** The lines that stand above one, up to where something was left out. */
const leading = (lines: readonly { readonly text: string }[], at: number): readonly string[] => {
  const above = lines.slice(Math.max(0, at - linesAbove), at).map(({ text }) => text);
  return above.slice(above.findLastIndex(isOmission) + 1);
};

/** The lines of an excerpt, each with the heads of its table and with what leads to it. */
export const quotedLines = (excerpt: string): readonly QuotedLine[] => {
  const lines = excerpt
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter(({ text }) => text !== '');
  let heads: readonly string[] = [];
  let aboveTable: readonly string[] = [];
  return lines.flatMap(({ line, text }, at): readonly QuotedLine[] => {
    if (!isRow(text)) {
      heads = [];
      return isOmission(text) ? [] : [{ line, text, heads: [], isHead: false, above: leading(lines, at) }];
    }
    const before = lines[at - 1]?.text ?? '';
    if (!isRow(before)) {
      aboveTable = leading(lines, at);
      heads = [];
    }
    if (ruleOfTable.test(text)) {
      heads = isRow(before) ? cellsOf(before) : [];
      return [];
    }
    const isHead = ruleOfTable.test(lines[at + 1]?.text ?? '');
    return [{ line, text, cells: cellsOf(text), heads: isHead ? [] : heads, isHead, above: aboveTable }];
  });
};
