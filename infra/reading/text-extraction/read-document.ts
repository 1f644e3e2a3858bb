import type { DocumentFormat } from '../../../domain/knowledge/document-format.ts';
import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import { checkFormat } from './check-format.ts';
import type { PictureDrawing } from './embedded-pictures/draw-found-pictures.ts';
import type { ExtractionLimits } from './extraction-limits.ts';
import { noText } from './no-text.ts';
import { type PdfReading, readPdf } from './pdf/read-pdf.ts';
import { readText } from './text/read-text.ts';
import { unreadableFile } from './unreadable-file.ts';
import type { ExtractionJob } from './worker/extraction-messages.ts';

/** The dependencies of reading; PDFium is loaded for the first PDF. */
type DocumentReading = {
  readonly limits: ExtractionLimits;
  readonly pdf: () => Promise<PdfReading>;
  /** Called before figures are drawn. */
  readonly onFigures: () => void;
  /** The search path for LibreOffice; PATH by default. */
  readonly programPath?: string;
};

/**
 * Reads the formats other than PDF. Each reader is loaded for the first file that needs it: loading them all would
 * dominate the start.
 */
const readWithout = async (
  { content, skipFigures }: ExtractionJob,
  format: Exclude<DocumentFormat, 'pdf'>,
  { limits, pdf, onFigures }: DocumentReading,
): Promise<ExtractedDocument> => {
  const drawing: PictureDrawing = {
    pdfium: async () => (await pdf()).pdfium,
    onFigures,
    skipFigures,
  };
  switch (format) {
    case 'docx':
      return (await import('./docx/read-docx.ts')).readDocx(content, limits, drawing);
    case 'html':
      return (await import('./html/read-html.ts')).readHtml(content, drawing);
    case 'pptx':
      return (await import('./presentation/read-pptx.ts')).readPptx(content, limits, drawing);
    case 'xlsx':
      return (await import('./spreadsheet/read-xlsx.ts')).readXlsx(content, limits);
    case 'odt':
      return (await import('./open-document/read-odt.ts')).readOdt(content, limits, drawing);
    case 'ods':
      return (await import('./open-document/read-ods.ts')).readOds(content, limits);
    case 'odp':
      return (await import('./open-document/read-odp.ts')).readOdp(content, limits, drawing);
    case 'epub':
      return (await import('./epub/read-epub.ts')).readEpub(content, limits, drawing);
    case 'rtf':
      return (await import('./rtf/read-rtf.ts')).readRtf(content);
    case 'markdown':
    case 'text':
      return readText(content, format);
    default:
      throw new Error(`A file of the format ${format} must be converted before it is read.`);
  }
};

const readByFormat = async (
  job: ExtractionJob,
  format: DocumentFormat,
  reading: DocumentReading,
): Promise<ExtractedDocument> => {
  if (format === 'pdf') return readPdf(job.content, await reading.pdf());
  if (format !== 'doc' && format !== 'ppt' && format !== 'xls') return readWithout(job, format, reading);
  const { convertOldOffice } = await import('./office-program/convert-old-office.ts');
  const converted = await convertOldOffice(job.content, format, reading.programPath);
  return readWithout({ ...job, content: converted.content }, converted.format, reading);
};

/** Titles and authors are shown and stored on one line of this length at most. */
const maxMetadataLength = 500;
/** Bidirectional formatting characters, which can reverse a title on a screen. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;
const oneLine = (text: string): string =>
  text.replace(directions, '').replace(/\s+/g, ' ').trim().slice(0, maxMetadataLength);

/**
 * Reads a file of any format. Rejects with a `rule_violated` Failure, its code in `details.reason`, when the file is
 * not of its declared format, exceeds a limit, or contains no text.
 */
export const readDocument = async (
  job: ExtractionJob,
  reading: DocumentReading,
): Promise<ExtractedDocument> => {
  const format = await checkFormat(job.content, job.format);
  const {
    pages,
    title,
    authors,
    properties = {},
    leftOut,
    figures = [],
  } = await readByFormat(job, format, reading);
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
    ...(leftOut === undefined || leftOut.hidden + leftOut.struck + (leftOut.unread ?? 0) === 0
      ? {}
      : { leftOut }),
    ...(figures.length === 0 ? {} : { figures }),
  };
};
