import type { ExtractionLimits } from '../extraction-limits.ts';
import { type UnreadableReason, unreadableFile } from '../unreadable-file.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** An open PDFium document. */
export type OpenPdf = { readonly document: number; readonly pageCount: number };

/** `FPDF_ERR_PASSWORD` and `FPDF_ERR_SECURITY` of `fpdfview.h`. */
const passwordErrors: ReadonlySet<number> = new Set([4, 5]);

/** Most bytes after the end mark; some writers add a line or a signature's padding. */
const tailAllowed = 2048;

/**
 * True when the end of a file is missing. Every complete PDF ends with `%%EOF`; if more than padding follows the last
 * one, a later revision was cut off. PDFium silently repairs such files by dropping pages.
 */
const isTruncated = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const mark = buffer.lastIndexOf('%%EOF');
  if (mark < 0) return true;
  const tail = buffer.subarray(mark + 5);
  return tail.length > tailAllowed && tail.includes(' obj');
};

const reasonOf = (errorCode: number): UnreadableReason =>
  passwordErrors.has(errorCode) ? 'pdf_encrypted' : 'pdf_damaged';

/** Opens a document until `close` is called. PDFium holds it in memory meanwhile. */
export const openPdf = (
  pdfium: Pdfium,
  bytes: Uint8Array,
  limits: Pick<ExtractionLimits, 'maxPages'>,
): OpenPdf & { readonly close: () => void } => {
  if (isTruncated(bytes)) throw unreadableFile('pdf_truncated');
  const { call } = pdfium;
  const pointer = call.malloc(bytes.length);
  if (pointer === 0) throw unreadableFile('pdf_damaged');
  let document = 0;
  const close = (): void => {
    if (document !== 0) call.FPDF_CloseDocument(document);
    call.free(pointer);
  };
  try {
    new Uint8Array(pdfium.memory(), pointer, bytes.length).set(bytes);
    document = call.FPDF_LoadMemDocument(pointer, bytes.length, 0);
    if (document === 0) throw unreadableFile(reasonOf(call.FPDF_GetLastError()));
    const pageCount = call.FPDF_GetPageCount(document);
    if (pageCount < 1) throw unreadableFile('pdf_empty');
    if (pageCount > limits.maxPages)
      throw unreadableFile('too_many_pages', { pages: pageCount, limit: limits.maxPages });
    return { document, pageCount, close };
  } catch (error) {
    close();
    throw error;
  }
};

/** Opens a document for the duration of `work` and always closes it. */
export const withPdf = async <Value>(
  pdfium: Pdfium,
  bytes: Uint8Array,
  limits: ExtractionLimits,
  work: (pdf: OpenPdf) => Promise<Value>,
): Promise<Value> => {
  const pdf = openPdf(pdfium, bytes, limits);
  try {
    return await work(pdf);
  } finally {
    pdf.close();
  }
};

const maxMetadataLength = 4096;

/** Returns an entry of the document's information dictionary, e.g. `Title`; `undefined` if it has none. */
export const pdfMetadata = (
  pdfium: Pdfium,
  document: number,
  key: 'Title' | 'Author' | 'Subject' | 'Keywords' | 'CreationDate' | 'ModDate',
): string | undefined => {
  const { call } = pdfium;
  return withMemory(pdfium, 16, (keyPointer) => {
    new Uint8Array(pdfium.memory(), keyPointer, key.length + 1).set(Buffer.from(`${key}\0`, 'latin1'));
    const length = call.FPDF_GetMetaText(document, keyPointer, 0, 0);
    if (length <= 2 || length > maxMetadataLength) return undefined;
    return withMemory(pdfium, length, (textPointer) => {
      call.FPDF_GetMetaText(document, keyPointer, textPointer, length);
      const text = Buffer.from(new Uint8Array(pdfium.memory(), textPointer, length - 2))
        .toString('utf16le')
        .trim();
      return text === '' ? undefined : text;
    });
  });
};
