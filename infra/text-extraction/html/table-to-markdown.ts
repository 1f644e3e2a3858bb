import type { AnyNode, Element } from 'domhandler';

/** Widest and highest span of a cell that is followed; more is a mistake or an attack. */
const widest = 50;
const highest = 500;
/** Most cells after spans are spread out. */
const maxCells = 200_000;

const elementsOf = (nodes: readonly AnyNode[], names: ReadonlySet<string>): readonly Element[] =>
  nodes.flatMap((node) => (node.type === 'tag' && names.has(node.name) ? [node] : []));

const groups = new Set(['thead', 'tbody', 'tfoot']);
const rowNames = new Set(['tr']);
const cellNames = new Set(['td', 'th']);
const captionNames = new Set(['caption']);

const rowsOf = (table: Element): readonly Element[] =>
  table.children.flatMap((node) => {
    if (node.type !== 'tag') return [];
    if (node.name === 'tr') return [node];
    return groups.has(node.name) ? elementsOf(node.children, rowNames) : [];
  });

const spanOf = (cell: Element, attribute: string, maxSpan: number): number => {
  const value = Number.parseInt(cell.attribs[attribute] ?? '1', 10);
  return Number.isSafeInteger(value) ? Math.min(maxSpan, Math.max(1, value)) : 1;
};

/** Cells by row and column. A cell that spans rows stands in each of them, so that every row says all it means. */
const gridOf = (
  rows: readonly Element[],
  textOf: (node: AnyNode) => string,
): readonly (readonly string[])[] => {
  const grid: string[][] = rows.map(() => []);
  let cells = 0;
  for (const [rowIndex, row] of rows.entries()) {
    let column = 0;
    for (const cell of elementsOf(row.children, cellNames)) {
      while (grid[rowIndex]?.[column] !== undefined) column += 1;
      const text = textOf(cell);
      const width = spanOf(cell, 'colspan', widest);
      const height = Math.min(spanOf(cell, 'rowspan', highest), rows.length - rowIndex);
      cells += width * height;
      if (cells > maxCells) return grid;
      for (let down = 0; down < height; down += 1) {
        const target = grid[rowIndex + down];
        if (target === undefined) continue;
        for (let right = 0; right < width; right += 1) target[column + right] = right === 0 ? text : '';
      }
      column += width;
    }
  }
  return grid;
};

/** Writes rows of cells as a Markdown table; the first row is its head. */
export const markdownTable = (rows: readonly (readonly string[])[]): string => {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const lines = rows.map((row) => {
    const cells = Array.from({ length: columns }, (_, column) => (row[column] ?? '').replaceAll('|', '\\|'));
    return `| ${cells.join(' | ')} |`;
  });
  const rule = `|${' --- |'.repeat(columns)}`;
  return [lines[0] ?? '', rule, ...lines.slice(1)].join('\n');
};

/**
 * Renders an HTML table as Markdown, with its caption apart. `undefined` when it has fewer than two columns or two
 * rows, and so only lays out the page.
 */
export const tableToMarkdown = (
  table: Element,
  textOf: (node: AnyNode) => string,
): { readonly caption: string; readonly table: string } | undefined => {
  const grid = gridOf(rowsOf(table), textOf).filter((row) => row.some((cell) => cell !== ''));
  if (grid.length < 2 || !grid.some((row) => row.length >= 2)) return undefined;
  const caption = elementsOf(table.children, captionNames).map(textOf).join(' ');
  return { caption, table: markdownTable(grid) };
};
