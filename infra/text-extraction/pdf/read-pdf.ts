import type { ExtractedPage } from '../../../domain/knowledge/extracted-page.ts';
import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { layOutPage } from './lay-out-page.ts';
import { type OpenPdf, pdfMetadata, withPdf } from './open-pdf.ts';
import type { Pdfium } from './pdfium.ts';
import { readCharacters } from './read-characters.ts';
import { readRules } from './read-rules.ts';
import { renderPage } from './render-page.ts';

/** A page with less native text than this, in characters, is taken for a scan (requirements, "Text Extraction"). */
const scanBelow = 100;

export type PdfReading = {
  readonly pdfium: Pdfium;
  readonly limits: ExtractionLimits;
  /** Reads scanned pages; absent where no OCR is installed. */
  readonly ocr?: OcrEngine | undefined;
  /** Called after each page, so that a stall can be told from slow progress. */
  readonly onPage: (page: number) => void;
};

/** Reads a scan; `undefined` when OCR is not there, fails or finds less than the page says natively. */
const readScan = async (
  { pdfium, ocr }: PdfReading,
  page: number,
  native: string,
): Promise<Pick<ExtractedPage, 'text' | 'readBy' | 'ocrConfidence'> | undefined> => {
  if (ocr === undefined) return undefined;
  const recognized = await ocr.recognize(renderPage(pdfium, page));
  if (recognized === undefined || recognized.text.trim().length <= native.length) return undefined;
  return { text: recognized.text, readBy: 'ocr', ocrConfidence: recognized.confidence };
};

/** Reads one page. What goes wrong with it fails this page only. */
const readPage = async (reading: PdfReading, pdf: OpenPdf, index: number): Promise<ExtractedPage> => {
  const { call } = reading.pdfium;
  const number = index + 1;
  const page = call.FPDF_LoadPage(pdf.document, index);
  if (page === 0) return { page: number, text: '', readBy: 'failed' };
  try {
    const text = layOutPage(readCharacters(reading.pdfium, page), readRules(reading.pdfium, page));
    const scan = text.trim().length < scanBelow ? await readScan(reading, page, text.trim()) : undefined;
    return { page: number, ...(scan ?? { text, readBy: 'native' }) };
  } catch (error) {
    // A trap inside WASM leaves PDFium in an unknown state: the whole worker has to be replaced.
    if (error instanceof Error && error.name === 'RuntimeError') throw error;
    return { page: number, text: '', readBy: 'failed' };
  } finally {
    call.FPDF_ClosePage(page);
  }
};

/** Reads a PDF page by page, holding one page at a time besides the text read so far. */
export const readPdf = (bytes: Uint8Array, reading: PdfReading): Promise<ExtractedDocument> =>
  withPdf(reading.pdfium, bytes, reading.limits, async (pdf) => {
    const pages: ExtractedPage[] = [];
    let characters = 0;
    for (let index = 0; index < pdf.pageCount; index += 1) {
      const page = await readPage(reading, pdf, index);
      characters += page.text.length;
      if (characters > reading.limits.maxCharacters) throw unreadableFile('too_much_text');
      pages.push(page);
      reading.onPage(page.page);
    }
    const title = pdfMetadata(reading.pdfium, pdf.document, 'Title');
    const author = pdfMetadata(reading.pdfium, pdf.document, 'Author');
    return {
      pages,
      ...(title === undefined ? {} : { title }),
      ...(author === undefined ? {} : { authors: [author] }),
    };
  });
