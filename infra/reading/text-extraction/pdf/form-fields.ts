import { type Pdfium, withMemory } from './pdfium.ts';

/** `FPDF_FORMFIELD_…` of `fpdf_formfill.h`. */
const checkBox = 2;
const radioButton = 3;
const comboBox = 4;
const listBox = 5;
const textField = 6;
/** The flag of a text field whose value is shown as dots: ISO 32000-1, table 228. */
const password = 1 << 13;

/** Bytes of the callbacks of PDFium's forms (`FPDF_FORMFILLINFO`), all of which are absent, and their version. */
const infoBytes = 256;
const infoVersion = 2;

/** Most options of one field. */
const maxOptions = 2_000;

/** What the field of a widget holds: its value as shown, whether it is ticked, or neither if it is no field. */
type FieldValue = { readonly text: string } | { readonly isTicked: boolean } | undefined;

/** Reads a text that PDFium writes into a buffer, in UTF-16. */
type TextReading = (write: (buffer: number, length: number) => number) => string;

/** The form of a document. It is opened for the first page with a field, as most documents have none. */
export type DocumentForm = {
  /** Runs `work` with a reader of the fields of a page's widgets. */
  readonly onPage: <Value>(page: number, work: (fieldOf: FieldReading) => Value) => Value;
  /** To be called before the document is closed. */
  readonly close: () => void;
};

/** Reads the field of a widget, with what it inherits from the fields above it. */
export type FieldReading = (annotation: number, textOf: TextReading) => FieldValue;

/** Returns the form of an open document. */
export const createDocumentForm = (pdfium: Pdfium, document: number): DocumentForm => {
  const { call } = pdfium;
  let info = 0;
  let form = 0;
  const open = (): number => {
    if (info !== 0) return form;
    info = call.malloc(infoBytes);
    if (info === 0) throw new Error('PDFium cannot allocate the memory of a form.');
    new Uint8Array(pdfium.memory(), info, infoBytes).fill(0);
    new DataView(pdfium.memory()).setUint32(info, infoVersion, true);
    form = call.FPDFDOC_InitFormFillEnvironment(document, info);
    return form;
  };
  const selected = (annotation: number, textOf: TextReading): string => {
    const labels: string[] = [];
    const count = Math.min(maxOptions, call.FPDFAnnot_GetOptionCount(form, annotation));
    for (let option = 0; option < count; option += 1)
      if (call.FPDFAnnot_IsOptionSelected(form, annotation, option) === 1)
        labels.push(
          textOf((buffer, length) =>
            call.FPDFAnnot_GetOptionLabel(form, annotation, option, buffer, length),
          ).trim(),
        );
    return labels.filter((label) => label !== '').join(', ');
  };
  return {
    onPage: (page, work) => {
      let isLoaded = false;
      const typeOf = (annotation: number): number => {
        if (open() === 0) return -1;
        const type = call.FPDFAnnot_GetFormFieldType(form, annotation);
        if (type >= 0 || isLoaded) return type;
        // The form does not list the field: the page's widgets lead to it.
        call.FORM_OnAfterLoadPage(page, form);
        isLoaded = true;
        return call.FPDFAnnot_GetFormFieldType(form, annotation);
      };
      const fieldOf: FieldReading = (annotation, textOf) => {
        const type = typeOf(annotation);
        if (type < 0) return undefined;
        const value = (): string =>
          textOf((buffer, length) => call.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length));
        if (type === checkBox || type === radioButton) {
          const state = value();
          const own = textOf((buffer, length) =>
            call.FPDFAnnot_GetFormFieldExportValue(form, annotation, buffer, length),
          );
          return { isTicked: own !== '' && state === own };
        }
        if (type === comboBox || type === listBox) {
          const labels = selected(annotation, textOf);
          return { text: labels === '' ? value() : labels };
        }
        const isShown =
          type === textField && (call.FPDFAnnot_GetFormFieldFlags(form, annotation) & password) === 0;
        return { text: isShown ? value() : '' };
      };
      try {
        return work(fieldOf);
      } finally {
        if (isLoaded) call.FORM_OnBeforeClosePage(page, form);
      }
    },
    close: () => {
      if (form !== 0) call.FPDFDOC_ExitFormFillEnvironment(form);
      if (info !== 0) call.free(info);
      form = 0;
      info = 0;
    },
  };
};

/** First buffer for a text, in bytes, and the largest. */
const usualBytes = 4_096;
const mostBytes = 512 * 1024;

/** Returns a reader of PDFium's texts. Those longer than the largest buffer are cut. */
export const createTextReading =
  (pdfium: Pdfium): TextReading =>
  (write) => {
    const read = (size: number): string | number =>
      withMemory(pdfium, size, (buffer) => {
        const length = write(buffer, size);
        if (length > size) return length;
        return length <= 2
          ? ''
          : Buffer.from(new Uint8Array(pdfium.memory(), buffer, length - 2)).toString('utf16le');
      });
    const text = read(usualBytes);
    if (typeof text === 'string') return text;
    const whole = text > mostBytes ? '' : read(text);
    return typeof whole === 'string' ? whole : '';
  };
