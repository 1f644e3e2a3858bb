import { maxPages } from '../../../domain/knowledge/extracted-document.ts';
import { openPdf } from '../text-extraction/pdf/open-pdf.ts';
import type { Pdfium } from '../text-extraction/pdf/pdfium.ts';
import { unreadableFile } from '../text-extraction/unreadable-file.ts';
import { locateLines } from './locate-lines.ts';
import { type OpenPages, requirePage, requireSheet } from './open-pages.ts';

/** Opens a PDF, whose pages are shown as they are. */
export const openPdfPages = (pdfium: Pdfium, content: Uint8Array): OpenPages => {
  const { call } = pdfium;
  const { document, pageCount, close } = openPdf(pdfium, content, { maxPages });
  return {
    withPage: ({ page: number, sheet = 1, passages = [] }, work) => {
      requirePage(number, pageCount);
      requireSheet(sheet, 1);
      const page = call.FPDF_LoadPage(document, number - 1);
      if (page === 0) throw unreadableFile('pdf_damaged');
      try {
        const located = locateLines(pdfium, page, number, passages);
        const markedSheets = located.rectangles.length > 0 ? [1] : [];
        return work(page, { pages: pageCount, sheet, sheets: 1, markedSheets, ...located });
      } finally {
        call.FPDF_ClosePage(page);
      }
    },
    close,
  };
};
