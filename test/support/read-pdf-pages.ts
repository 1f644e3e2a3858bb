import { defaultExtractionLimits } from '../../infra/reading/text-extraction/extraction-limits.ts';
import { loadPdfium } from '../../infra/reading/text-extraction/pdf/pdfium.ts';
import { readPdf } from '../../infra/reading/text-extraction/pdf/read-pdf.ts';
import type { ExtractedDocument } from '../../ports/text-extractor.ts';
import { type PdfPage, writePdf } from '../../scripts/samples/write-pdf.ts';

/** The content of a PDF, without OCR. */
export const readPdfBytes = async (bytes: Uint8Array): Promise<ExtractedDocument> =>
  readPdf(bytes, {
    pdfium: await loadPdfium(),
    limits: defaultExtractionLimits,
    onPage: () => {},
    onFigures: () => {},
    skipFigures: true,
    skipPages: new Set(),
  });

/** The text of each drawn page. */
export const readPdfPages = async (pages: readonly PdfPage[]): Promise<readonly string[]> => {
  const read = await readPdfBytes(writePdf({ pages }));
  return read.pages.map(({ text }) => text.trim());
};
