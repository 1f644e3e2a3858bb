import type { AnyNode, Element } from 'domhandler';
import { markdownTable } from '../markdown-table.ts';
import { plainTable, type SpannedTable } from '../spanned-table.ts';

/** Widest and highest cell span to honour; more is a mistake or an attack. */
const widest = 50;
const highest = 500;
/** Most places of a table, rows by columns; a larger table is read as text. */
const maxPlaces = 200_000;

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

/** Counts the rows in the table's head, or the leading rows that have only header cells. */
const headRowsOf = (rows: readonly Element[]): number => {
  const isHead = ({ parent, children }: Element): boolean =>
    (parent?.type === 'tag' && parent.name === 'thead') ||
    elementsOf(children, cellNames).every(({ name }) => name === 'th');
  return Math.max(
    0,
    rows.findIndex((row) => !isHead(row)),
  );
};

const spanOf = (cell: Element, attribute: string, maxSpan: number): number => {
  const value = Number.parseInt(cell.attribs[attribute] ?? '1', 10);
  return Number.isSafeInteger(value) ? Math.min(maxSpan, Math.max(1, value)) : 1;
};

/** Expands spans into a grid of cell numbers, with the text of each cell; `undefined` if the grid is too large. */
const spannedTable = (table: Element, textOf: (node: AnyNode) => string): SpannedTable | undefined => {
  const rows = rowsOf(table);
  const places: number[][] = rows.map(() => []);
  const texts: string[] = [];
  let laid = 0;
  for (const [rowIndex, row] of rows.entries()) {
    let column = 0;
    for (const cell of elementsOf(row.children, cellNames)) {
      while (places[rowIndex]?.[column] !== undefined) column += 1;
      const width = spanOf(cell, 'colspan', widest);
      const height = Math.min(spanOf(cell, 'rowspan', highest), rows.length - rowIndex);
      laid += width * height;
      if (laid > maxPlaces) return undefined;
      const number = texts.push(textOf(cell)) - 1;
      for (let down = 0; down < height; down += 1)
        for (let right = 0; right < width; right += 1) {
          const target = places[rowIndex + down];
          if (target !== undefined) target[column + right] ??= number;
        }
      column += width;
    }
  }
  const columns = places.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns * rows.length > maxPlaces) return undefined;
  const filled = places.map((row) => {
    const [only] = row;
    // A row of one cell is a title over the whole table, whatever width it declares.
    const isTitle = only !== undefined && row.every((cell) => cell === only);
    return Array.from({ length: columns }, (_, column) => row[column] ?? (isTitle ? only : -1));
  });
  return { places: filled, textOf: (cell) => texts[cell] ?? '', headRows: headRowsOf(rows) };
};

/**
 * Renders an HTML table as Markdown, with its caption and full-width titles apart. Returns `undefined` for a layout
 * table (fewer than two columns or two rows) and for one with too many places.
 */
export const tableToMarkdown = (
  table: Element,
  textOf: (node: AnyNode) => string,
): { readonly titles: readonly string[]; readonly table: string } | undefined => {
  const spanned = spannedTable(table, textOf);
  const plain = spanned && plainTable(spanned);
  if (plain === undefined || plain.rows.length < 2 || plain.columns.length < 2) return undefined;
  const captions = elementsOf(table.children, captionNames).map(textOf);
  const titles = [captions.join(' '), ...plain.titles].filter((title) => title !== '');
  return { titles, table: markdownTable(plain.rows) };
};
