import type { LeftOutCount } from '../left-out-count.ts';
import { shownNumber } from '../office/number-format.ts';
import { readXmlEvents } from '../office/read-xml-events.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { type CellStyle, plainStyle } from './cell-styles.ts';
import { createRichTextReader, type RichText } from './read-shared-strings.ts';
import { writeRichText } from './rich-text.ts';
import type { Merge, Sheet, SheetCell } from './sheet-to-text.ts';

/** Most cells with text in one sheet. */
const mostCells = 1_000_000;
/** Last row and column that a sheet can have (ECMA-376, part 1, annex L). */
const lastRow = 1_048_575;
const lastColumn = 16_383;

/** Parses `BC12` to a column and a row, from 0. */
const placeOf = (reference: string | undefined): readonly [column: number, row: number] | undefined => {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference ?? '');
  if (found === null) return undefined;
  const column = [...(found[1] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const row = Number(found[2]) - 1;
  return column > lastColumn || row < 0 || row > lastRow ? undefined : [column, row];
};

/** Parses `A1:C3`. */
const mergeOf = (reference: string | undefined): readonly Merge[] => {
  const [from, to] = (reference ?? '').split(':').map(placeOf);
  if (from === undefined || to === undefined) return [];
  return [{ left: from[0], top: from[1], right: to[0], bottom: to[1] }];
};

/** The properties that all sheets of a workbook share. */
export type Workbook = {
  readonly strings: readonly RichText[];
  readonly styles: readonly CellStyle[];
  /** True for the 1904 date system. */
  readonly from1904: boolean;
  readonly count: LeftOutCount;
};

type OpenCell = {
  readonly type: string;
  readonly style: CellStyle;
  readonly place: readonly [number, number];
};

const isHiddenFormat = (pattern: string): boolean => /^;;;[^@]*$/.test(pattern.trim());

const shownCell = (
  { type, style }: OpenCell,
  value: string,
  inline: RichText,
  { strings, from1904 }: Workbook,
): { readonly cell: SheetCell; readonly struck: number } => {
  const number = Number(value);
  const isNumber = (type === 'n' || type === '') && value.trim() !== '' && Number.isFinite(number);
  const plain = (text: string): RichText => [{ text, isStruck: false, level: undefined }];
  const said = (): RichText => {
    if (type === 's') return strings[number] ?? [];
    if (type === 'inlineStr') return inline;
    if (type === 'b') return plain(number === 0 ? 'FALSE' : 'TRUE');
    return plain(isNumber ? shownNumber(number, style.pattern, from1904) : value);
  };
  const { text, struck } = writeRichText(
    said().map((piece) => ({
      ...piece,
      isStruck: piece.isStruck || style.isStruck,
      level: piece.level ?? style.level,
      font: piece.font ?? style.font,
    })),
  );
  return { cell: { text, isValue: isNumber || type === 'd' || type === 'b' }, struck };
};

/** Counts the stretches of consecutive numbers. */
const stretchesOf = (numbers: ReadonlySet<number>): number =>
  [...numbers].filter((number) => !numbers.has(number - 1)).length;

/** Reads a sheet of a workbook as shown, without its hidden rows and columns. */
export const readWorksheet = (part: Uint8Array, workbook: Workbook): Sheet => {
  const rows = new Map<number, Map<number, SheetCell>>();
  const merges: Merge[] = [];
  const hiddenColumns: { readonly from: number; readonly to: number }[] = [];
  const hidden = { rows: new Set<number>(), columns: new Set<number>(), cells: 0 };
  const inline = createRichTextReader();
  let row = -1;
  let isHiddenRow = false;
  let column = -1;
  let cell: OpenCell | undefined;
  let value = '';
  let isValue = false;
  let cells = 0;
  const isHiddenColumn = (at: number): boolean =>
    hiddenColumns.some(({ from, to }) => at >= from && at <= to);

  const endCell = (open: OpenCell): void => {
    const { cell: shown, struck } = shownCell(open, value, inline.take(), workbook);
    const isUnseen = value !== '' && isHiddenFormat(open.style.pattern);
    if (shown.text === '' && struck === 0 && !isUnseen) return;
    const [atColumn, atRow] = open.place;
    if (isHiddenRow) hidden.rows.add(atRow);
    else if (isHiddenColumn(atColumn)) hidden.columns.add(atColumn);
    else if (isUnseen) hidden.cells += 1;
    else {
      workbook.count.add({ hidden: 0, struck });
      if (shown.text === '') return;
      cells += 1;
      if (cells > mostCells) throw unreadableFile('too_much_text');
      const own = rows.get(atRow) ?? new Map<number, SheetCell>();
      rows.set(atRow, own);
      own.set(atColumn, shown);
    }
  };

  readXmlEvents(part, {
    open: (name, attribute) => {
      if (name === 'col') {
        const [from, to] = [Number(attribute('min')) - 1, Number(attribute('max')) - 1];
        const isHidden = attribute('hidden') === '1' || attribute('hidden') === 'true';
        if (isHidden && from >= 0 && to >= from && hiddenColumns.length <= lastColumn)
          hiddenColumns.push({ from, to });
      } else if (name === 'row') {
        const number = Number(attribute('r') ?? row + 2) - 1;
        row = Number.isSafeInteger(number) && number >= 0 && number <= lastRow ? number : row + 1;
        column = -1;
        isHiddenRow = attribute('hidden') === '1' || attribute('hidden') === 'true';
      } else if (name === 'c') {
        const place = placeOf(attribute('r')) ?? [column + 1, row];
        [column] = place;
        cell = {
          type: attribute('t') ?? '',
          style: workbook.styles[Number(attribute('s') ?? 0)] ?? plainStyle,
          place,
        };
        value = '';
      } else if (name === 'v') isValue = true;
      else if (name === 'mergeCell') merges.push(...mergeOf(attribute('ref')));
      else if (cell !== undefined) inline.open(name, attribute);
    },
    text: (text) => {
      if (isValue) value += text;
      else if (cell !== undefined) inline.text(text);
    },
    close: (name) => {
      if (name === 'v') isValue = false;
      else if (name === 'c') {
        if (cell !== undefined) endCell(cell);
        cell = undefined;
      } else if (cell !== undefined) inline.close(name);
    },
  });
  workbook.count.hide(stretchesOf(hidden.rows) + stretchesOf(hidden.columns) + hidden.cells);
  return { rows, merges };
};
