import { writeZip } from '../../../scripts/samples/write-zip.ts';
import { escapeXml } from './write-pptx.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A cell: text, a formatted number, or the XML of a `c` element without its reference. */
export type XlsxCell =
  | string
  | null
  | { readonly number: number; readonly format?: string; readonly formula?: string }
  | { readonly rich: string }
  | { readonly text: string; readonly font: string };

type XlsxSheet = {
  readonly name?: string;
  readonly state?: 'hidden' | 'veryHidden';
  readonly rows: readonly (readonly XlsxCell[])[];
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
  readonly merges?: readonly string[];
};

type XlsxFile = {
  readonly sheets: readonly XlsxSheet[];
  readonly date1904?: boolean;
  /** Defined names, as XML. */
  readonly names?: string;
};

const columnName = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);

/** Writes an Excel workbook with shared strings and the given number formats. */
export const writeXlsx = ({ sheets, date1904 = false, names = '' }: XlsxFile): Uint8Array => {
  const strings: string[] = [];
  const formats: string[] = ['General'];
  const fonts: string[] = [''];
  const styles: (readonly [format: number, font: number])[] = [[0, 0]];
  const styleOf = (format: string, font: string): number => {
    const indexIn = (list: string[], value: string): number => {
      const known = list.indexOf(value);
      return known >= 0 ? known : list.push(value) - 1;
    };
    const wanted = [indexIn(formats, format), indexIn(fonts, font)] as const;
    const known = styles.findIndex(([one, other]) => one === wanted[0] && other === wanted[1]);
    return known >= 0 ? known : styles.push(wanted) - 1;
  };
  const cellXml = (cell: XlsxCell, place: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'string' || 'rich' in cell || 'font' in cell) {
      const item =
        typeof cell !== 'string' && 'rich' in cell
          ? cell.rich
          : `<t xml:space="preserve">${escapeXml(typeof cell === 'string' ? cell : cell.text)}</t>`;
      const style = typeof cell !== 'string' && 'font' in cell ? styleOf('General', cell.font) : 0;
      return `<c r="${place}" s="${style}" t="s"><v>${strings.push(item) - 1}</v></c>`;
    }
    const { number, format = 'General', formula } = cell;
    return `<c r="${place}" s="${styleOf(format, '')}">${formula === undefined ? '' : `<f>${escapeXml(formula)}</f>`}<v>${number}</v></c>`;
  };
  const sheetXml = ({ rows, hiddenRows = [], hiddenColumns = [], merges = [] }: XlsxSheet): string =>
    `<worksheet xmlns="${main}"><cols>${hiddenColumns.map((at) => `<col min="${at + 1}" max="${at + 1}" hidden="1"/>`).join('')}</cols><sheetData>${rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}"${hiddenRows.includes(row) ? ' hidden="1"' : ''}>${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`)).join('')}</row>`,
      )
      .join(
        '',
      )}</sheetData><mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;
  const written = sheets.map(sheetXml);
  return writeZip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${packageTypes}"><Relationship Id="rId1" Type="${officeTypes}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeTypes}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${sheets.map(({ name, state }, at) => `<sheet name="${escapeXml(name ?? `Sheet${at + 1}`)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`).join('')}</sheets>${names}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageTypes}">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${officeTypes}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rStrings" Type="${officeTypes}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rStyles" Type="${officeTypes}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((item) => `<si>${item}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts><fonts>${fonts.map((font) => `<font>${font}</font>`).join('')}</fonts><cellXfs>${styles.map(([format, font]) => `<xf numFmtId="${164 + format}" fontId="${font}"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(written.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
  });
};
