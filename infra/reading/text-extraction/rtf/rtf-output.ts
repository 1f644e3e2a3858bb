import { type Block, blocksHtml, type Cell, tableHtml } from '../markup/html-writing.ts';

/** The kind of a paragraph. */
export type RtfParagraph = {
  readonly isInTable: boolean;
  readonly heading: number | undefined;
  /** The level of the list around it. */
  readonly listLevel: number | undefined;
};

/** A cell in a row definition: its right edge in twips, and how it is merged. */
export type CellDefinition = { readonly end: number; readonly isBelow: boolean; readonly isBeside: boolean };

type Row = { readonly cells: readonly string[]; readonly definitions: readonly CellDefinition[] };

/** Largest distance of cell edges that count as one. */
const tolerance = 30;

const bullet = /^[\s·•●▪◦○■□➢✓\u00A7\u2013\u2014o*-]{0,3}$/;

const edgesOf = (rows: readonly Row[]): readonly number[] => {
  const ends = rows.flatMap(({ definitions }) => definitions.map(({ end }) => end));
  return [...new Set(ends)]
    .toSorted((one, other) => one - other)
    .filter((end, index, all) => index === 0 || end - (all[index - 1] ?? 0) > tolerance);
};

/**
 * Writes the rows of a table. The right edges of cells determine their columns: a cell that ends further right spans
 * several.
 */
const rowsHtml = (rows: readonly Row[]): string => {
  const edges = edgesOf(rows);
  const columnOf = (end: number): number => {
    const found = edges.findIndex((edge) => edge >= end - tolerance);
    return found < 0 ? edges.length : found + 1;
  };
  const placed = rows.map(({ cells, definitions }) => {
    let from = 0;
    return cells.map((html, index) => {
      const definition = definitions[index];
      const to = Math.max(from + 1, definition === undefined ? from + 1 : columnOf(definition.end));
      const cell = {
        html,
        from,
        to,
        isBelow: definition?.isBelow === true,
        isBeside: definition?.isBeside === true,
      };
      from = to;
      return cell;
    });
  });
  const written = placed.map((row, index) =>
    row.flatMap((cell, at): readonly Cell[] => {
      if (cell.isBelow || cell.isBeside) return [];
      let columns = cell.to - cell.from;
      for (let next = at + 1; row[next]?.isBeside === true; next += 1)
        columns += (row[next]?.to ?? 0) - (row[next]?.from ?? 0);
      let down = 1;
      while (placed[index + down]?.some((below) => below.from === cell.from && below.isBelow) === true)
        down += 1;
      return [{ html: cell.html, columns, rows: down }];
    }),
  );
  return tableHtml(written);
};

/** Collects the paragraphs and tables of a text, or of a part of it, and writes them as HTML. */
export const createRtfOutput = () => {
  const parts: string[] = [];
  let blocks: Block[] = [];
  let rows: Row[] = [];
  let cells: string[] = [];
  let lines: string[] = [];
  let html = '';
  let label = '';

  const endBlocks = (): void => {
    if (blocks.length > 0) parts.push(blocksHtml(blocks));
    blocks = [];
  };
  const endTable = (): void => {
    if (rows.length > 0) parts.push(rowsHtml(rows));
    rows = [];
  };
  const take = (): string => {
    const taken = html;
    html = '';
    return taken;
  };
  const takeLabel = (): string => {
    const taken = label.replace(/<[^<>]*>/g, '').trim();
    label = '';
    return taken;
  };
  const endParagraph = ({ isInTable, heading, listLevel }: RtfParagraph): void => {
    const mark = takeLabel();
    const isBullet = bullet.test(mark);
    if (isInTable) {
      const line = take();
      if (line.trim() !== '') lines.push(isBullet ? line : `${mark} ${line}`);
      return;
    }
    endTable();
    const text = take();
    if (text.trim() === '') return;
    const isItem = listLevel !== undefined && heading === undefined;
    if (isItem || mark !== '')
      blocks.push(
        heading === undefined
          ? { html: text, item: { level: listLevel ?? 0, label: isBullet ? undefined : mark } }
          : { html: isBullet ? text : `${mark} ${text}`, heading },
      );
    else blocks.push({ html: text, heading });
  };
  const endCell = (paragraph: RtfParagraph): void => {
    endBlocks();
    endParagraph({ ...paragraph, isInTable: true });
    cells.push(lines.join('<br>'));
    lines = [];
  };
  return {
    add: (piece: string): void => {
      html += piece;
    },
    addLabel: (piece: string): void => {
      label += piece;
    },
    endParagraph,
    endCell,
    endRow: (definitions: readonly CellDefinition[]): void => {
      if (cells.length > 0) rows.push({ cells, definitions });
      cells = [];
    },
    /** Adds a finished block, such as the text of a box. */
    addBlock: (block: string): void => {
      endBlocks();
      endTable();
      parts.push(block);
    },
    result: (paragraph: RtfParagraph): string => {
      if (cells.length > 0 || lines.length > 0) {
        endCell(paragraph);
        rows.push({ cells, definitions: [] });
        cells = [];
      }
      endTable();
      endParagraph({ ...paragraph, isInTable: false });
      endBlocks();
      return parts.join('\n');
    },
  };
};
export type RtfOutput = ReturnType<typeof createRtfOutput>;
