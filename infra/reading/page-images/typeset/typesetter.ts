import { type Pdfium, withMemory } from '../../text-extraction/pdf/pdfium.ts';
import type { Measure, SetLine, Sheet } from './lay-out-text.ts';
import { SHEET } from './lay-out-text.ts';

/** Sets text in the standard fonts that PDFium includes. */
export type Typesetter = {
  readonly measure: Measure;
  /** Draws a sheet as a PDFium page for the duration of `work`. */
  readonly withSheet: <Value>(sheet: Sheet, work: (page: number) => Value) => Value;
};

const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
/** `FPDF_FILLMODE_ALTERNATE` of `fpdf_edit.h`. */
const FILL = 1;
const RULE_HEIGHT = 0.4;

const loadFont = (pdfium: Pdfium, document: number, name: string): number =>
  withMemory(pdfium, name.length + 1, (pointer) => {
    new Uint8Array(pdfium.memory(), pointer, name.length + 1).set(Buffer.from(`${name}\0`, 'latin1'));
    const font = pdfium.call.FPDFText_LoadStandardFont(document, pointer);
    if (font === 0) throw new Error(`PDFium lacks the font ${name}.`);
    return font;
  });

/** Creates a typesetter. Its document holds the fonts for as long as PDFium is loaded. */
export const createTypesetter = (pdfium: Pdfium): Typesetter => {
  const { call } = pdfium;
  const document = call.FPDF_CreateNewDocument();
  if (document === 0) throw new Error('PDFium cannot create a document.');
  const fonts = { regular: loadFont(pdfium, document, REGULAR), bold: loadFont(pdfium, document, BOLD) };
  const fontOf = (bold: boolean): number => (bold ? fonts.bold : fonts.regular);
  /** Widths of single characters at a size of one point. */
  const known = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  const widthOf = (character: string, bold: boolean): number => {
    const widths = bold ? known.bold : known.regular;
    const width =
      widths.get(character) ??
      withMemory(pdfium, 16, (pointer) => {
        call.FPDFFont_GetGlyphWidth(fontOf(bold), character.codePointAt(0) ?? 0, 1000, pointer);
        return (new Float32Array(pdfium.memory(), pointer, 1)[0] ?? 0) / 1000;
      });
    widths.set(character, width);
    return width;
  };

  const insertLine = (page: number, { text, x, y, size, bold }: SetLine): void => {
    const object = call.FPDFPageObj_CreateTextObj(document, fontOf(bold), size);
    if (object === 0) throw new Error('PDFium cannot create a text object.');
    const encoded = Buffer.from(`${text}\0`, 'utf16le');
    withMemory(pdfium, encoded.length, (pointer) => {
      new Uint8Array(pdfium.memory(), pointer, encoded.length).set(encoded);
      call.FPDFText_SetText(object, pointer);
    });
    call.FPDFPageObj_Transform(object, 1, 0, 0, 1, x, y);
    call.FPDFPage_InsertObject(page, object);
  };

  return {
    measure: (text, { size, bold }) => {
      let width = 0;
      for (const character of text) width += widthOf(character, bold);
      return width * size;
    },
    withSheet: (sheet, work) => {
      const page = call.FPDFPage_New(document, 0, SHEET.width, SHEET.height);
      if (page === 0) throw new Error('PDFium cannot create a page.');
      try {
        for (const line of sheet.lines) insertLine(page, line);
        for (const { x, y, width } of sheet.rules) {
          const rule = call.FPDFPageObj_CreateNewRect(x, y, width, RULE_HEIGHT);
          call.FPDFPageObj_SetFillColor(rule, 0x80, 0x80, 0x80, 0xff);
          call.FPDFPath_SetDrawMode(rule, FILL, 0);
          call.FPDFPage_InsertObject(page, rule);
        }
        return work(page);
      } finally {
        call.FPDF_ClosePage(page);
        call.FPDFPage_Delete(document, 0);
      }
    },
  };
};
