import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import { checkFormat } from './check-format.ts';
import type { PictureDrawing } from './embedded-pictures/draw-found-pictures.ts';
import type { ExtractionLimits } from './extraction-limits.ts';
import { noText } from './no-text.ts';
import { type PdfReading, readPdf } from './pdf/read-pdf.ts';
import { readText } from './text/read-text.ts';
import { unreadableFile } from './unreadable-file.ts';
import type { ExtractionJob } from './worker/extraction-messages.ts';

/** What reading needs; PDFium is loaded for the first PDF. */
type DocumentReading = {
  readonly limits: ExtractionLimits;
  readonly pdf: () => Promise<PdfReading>;
  /** Called before figures are drawn. */
  readonly onFigures: () => void;
};

const readByFormat = async (
  { content, format, skipFigures }: ExtractionJob,
  { limits, pdf, onFigures }: DocumentReading,
): Promise<ExtractedDocument> => {
  if (format === 'pdf') return readPdf(content, await pdf());
  const drawing: PictureDrawing = {
    pdfium: async () => (await pdf()).pdfium,
    onFigures,
    skipFigures,
  };
  // Loaded for the first file that needs them: they take two thirds of the start of a thread.
  if (format === 'docx') {
    const { readDocx } = await import('./docx/read-docx.ts');
    return readDocx(content, limits, drawing);
  }
  if (format === 'html') {
    const { readHtml } = await import('./html/read-html.ts');
    return readHtml(content, drawing);
  }
  return readText(content, format);
};

/** Titles and authors are shown and stored: one line, of a length that metadata may have. */
const maxAboutLength = 500;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, maxAboutLength);

/**
 * Reads a file of any format. Rejects with a `rule_violated` Failure, its code in `details.reason`, when the file
 * is not what it should be, passes a limit, or holds no text at all.
 */
export const readDocument = async (
  job: ExtractionJob,
  reading: DocumentReading,
): Promise<ExtractedDocument> => {
  await checkFormat(job.content, job.format);
  const { pages, title, authors, properties = {}, leftOut, figures = [] } = await readByFormat(job, reading);
  const { maxPages, maxCharacters } = reading.limits;
  if (pages.length > maxPages)
    throw unreadableFile('too_many_pages', { pages: pages.length, limit: maxPages });
  if (pages.reduce((sum, { text }) => sum + text.length, 0) > maxCharacters)
    throw unreadableFile('too_much_text');
  if (!pages.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    throw noText(job.format, pages, {
      hasOcr: job.format === 'pdf' && (await reading.pdf()).ocr !== undefined,
    });
  return {
    pages,
    ...(title === undefined ? {} : { title: oneLine(title) }),
    ...(authors === undefined ? {} : { authors: authors.map(oneLine) }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(leftOut === undefined || leftOut.hidden + leftOut.struck === 0 ? {} : { leftOut }),
    ...(figures.length === 0 ? {} : { figures }),
  };
};
