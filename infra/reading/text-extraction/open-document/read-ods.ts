import type { Element } from 'domhandler';
import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { createLeftOutCount, type LeftOutCount } from '../left-out-count.ts';
import type { OfficeXml } from '../office/office-xml.ts';
import { type RichPiece, writeRichText } from '../spreadsheet/rich-text.ts';
import {
  type Merge,
  namedSheetText,
  type Sheet,
  type SheetCell,
  sheetToText,
} from '../spreadsheet/sheet-to-text.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { openContainer } from './open-container.ts';
import { type OpenStyles, readOpenStyles } from './open-styles.ts';

/** Most repetitions of a row or cell with text to write out; empty ones are only counted. */
const mostRepeats = 1000;
const mostCells = 1_000_000;

const countOf = (value: string | undefined): number => Math.max(1, Number.parseInt(value ?? '1', 10) || 1);

type SheetReading = { readonly xml: OfficeXml; readonly styles: OpenStyles; readonly count: LeftOutCount };

/** Returns the displayed text of a cell: its paragraphs hold the formatted value. */
const piecesOf = ({ xml, styles }: SheetReading, cell: Element): readonly RichPiece[] => {
  const pieces: RichPiece[] = [];
  const walk = (element: Element, style: ReturnType<OpenStyles['textStyle']>): void => {
    for (const node of element.children) {
      if (node.type === 'text')
        pieces.push({
          text: node.data,
          isStruck: style.isStruck ?? false,
          level: style.level === 'line' ? undefined : style.level,
          font: style.font,
        });
      if (node.type !== 'tag') continue;
      const name = xml.nameOf(node);
      if (name === 'text:s' || name === 'text:tab' || name === 'text:line-break')
        pieces.push({ text: ' ', isStruck: false, level: undefined });
      else if (name !== 'office:annotation')
        walk(node, {
          ...style,
          ...Object.fromEntries(
            Object.entries(styles.textStyle('text', xml.attribute(node, 'text:style-name'))).filter(
              ([, value]) => value !== undefined,
            ),
          ),
        });
    }
  };
  for (const [index, paragraph] of xml.children(cell, 'text:p').entries()) {
    if (index > 0) pieces.push({ text: ' ', isStruck: false, level: undefined });
    walk(paragraph, styles.textStyle('table-cell', xml.attribute(cell, 'table:style-name')));
  }
  return pieces;
};

const hiddenValues: ReadonlySet<string | undefined> = new Set(['collapse', 'filter']);
const groups: ReadonlySet<string | undefined> = new Set([
  'table:table-header-rows',
  'table:table-rows',
  'table:table-row-group',
  'table:table-header-columns',
  'table:table-columns',
  'table:table-column-group',
]);

/** Returns the rows or columns of a sheet in order, including those in groups. */
const inOrder = (xml: OfficeXml, table: Element, name: string): readonly Element[] =>
  table.children.flatMap((node): readonly Element[] => {
    if (node.type !== 'tag') return [];
    const own = xml.nameOf(node);
    if (own === name) return [node];
    return groups.has(own) ? inOrder(xml, node, name) : [];
  });

const readSheet = (reading: SheetReading, table: Element): Sheet => {
  const { xml, count } = reading;
  const rows = new Map<number, Map<number, SheetCell>>();
  const merges: Merge[] = [];
  const hiddenColumns = new Set<number>();
  const [withTextHidden, hiddenRows] = [new Set<number>(), new Set<number>()];
  let column = 0;
  for (const element of inOrder(xml, table, 'table:table-column')) {
    const repeats = countOf(xml.attribute(element, 'table:number-columns-repeated'));
    if (hiddenValues.has(xml.attribute(element, 'table:visibility')))
      for (let at = 0; at < Math.min(repeats, mostRepeats); at += 1) hiddenColumns.add(column + at);
    column += repeats;
  }
  let [row, cells] = [0, 0];
  for (const element of inOrder(xml, table, 'table:table-row')) {
    const repeats = countOf(xml.attribute(element, 'table:number-rows-repeated'));
    const isHiddenRow = hiddenValues.has(xml.attribute(element, 'table:visibility'));
    const shown = new Map<number, SheetCell>();
    let at = 0;
    for (const node of element.children) {
      if (node.type !== 'tag') continue;
      const name = xml.nameOf(node);
      if (name !== 'table:table-cell' && name !== 'table:covered-table-cell') continue;
      const across = countOf(xml.attribute(node, 'table:number-columns-repeated'));
      const { text, struck } = writeRichText(piecesOf(reading, node));
      const type = xml.attribute(node, 'office:value-type');
      const [width, height] = ['columns', 'rows'].map((what) =>
        countOf(xml.attribute(node, `table:number-${what}-spanned`)),
      );
      if ((width ?? 1) > 1 || (height ?? 1) > 1)
        merges.push({ left: at, right: at + (width ?? 1) - 1, top: row, bottom: row + (height ?? 1) - 1 });
      if (name === 'table:table-cell' && (text !== '' || struck > 0))
        for (let offset = 0; offset < Math.min(across, mostRepeats); offset += 1) {
          if (isHiddenRow) hiddenRows.add(row);
          else if (hiddenColumns.has(at + offset)) withTextHidden.add(at + offset);
          else {
            count.add({ hidden: 0, struck });
            if (text !== '')
              shown.set(at + offset, { text, isValue: type !== undefined && type !== 'string' });
          }
        }
      at += across;
    }
    if (shown.size > 0)
      for (let down = 0; down < Math.min(repeats, mostRepeats); down += 1) {
        cells += shown.size;
        if (cells > mostCells) throw unreadableFile('too_much_text');
        rows.set(row + down, shown);
      }
    row += repeats;
  }
  const stretches = (numbers: ReadonlySet<number>): number =>
    [...numbers].filter((number) => !numbers.has(number - 1)).length;
  count.hide(stretches(hiddenRows) + stretches(withTextHidden));
  return { rows, merges };
};

/** Reads an OpenDocument workbook: each sheet is a page, with its tables as displayed. */
export const readOds = async (bytes: Uint8Array, limits: ExtractionLimits): Promise<ExtractedDocument> => {
  const { content: xml, styles: shared, about } = await openContainer(bytes, limits);
  const body = xml.child(xml.child(xml.root, 'office:body'), 'office:spreadsheet');
  if (body === undefined) throw unreadableFile('format_mismatch');
  const tables = xml.children(body, 'table:table');
  if (tables.length > limits.maxPages)
    throw unreadableFile('too_many_pages', { pages: tables.length, limit: limits.maxPages });
  const count = createLeftOutCount();
  const styles = readOpenStyles([shared, xml]);
  const textOf = (table: Element): string => {
    if (styles.isHiddenPart(xml.attribute(table, 'table:style-name'))) {
      if (xml.$(table).text().trim() !== '') count.hide();
      return '';
    }
    const text = sheetToText(readSheet({ xml, styles, count }, table));
    return namedSheetText(xml.attribute(table, 'table:name') ?? '', text);
  };
  const pages = tables.map((table, index) => ({
    page: index + 1,
    text: textOf(table),
    readBy: 'native' as const,
  }));
  return { pages, ...about, leftOut: count.result() };
};
