import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { ExtractedPage } from '../../../../domain/knowledge/extracted-page.ts';
import type { ExtractedDocument, ExtractedFigure } from '../../../../ports/text-extractor.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { createFigureCollection } from '../figures/create-figure-collection.ts';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { drawFigure } from './draw-figure.ts';
import { findFigures, type PageFigures, withoutRepeated } from './find-figures.ts';
import { findFlowCharts } from './find-flow-charts.ts';
import { createDocumentForm, type DocumentForm } from './form-fields.ts';
import { layOutPage } from './lay-out-page.ts';
import { markBookmarked } from './mark-bookmarked.ts';
import { mayHaveLayers } from './may-have-layers.ts';
import { type OpenPdf, pdfMetadata, withPdf } from './open-pdf.ts';
import { rotateUpright } from './page-character.ts';
import type { Pdfium } from './pdfium.ts';
import { readAnnotations, withAnnotations } from './read-annotations.ts';
import { readBookmarks } from './read-bookmarks.ts';
import { readCharacters } from './read-characters.ts';
import { readPdfProperties } from './read-pdf-properties.ts';
import { readPictures } from './read-pictures.ts';
import { readShapes } from './read-shapes.ts';
import { renderPage } from './render-page.ts';

/** A page with fewer native characters than this is treated as a scan (semantic search, "Text Extraction"). */
const scanBelow = 100;

export type PdfReading = {
  readonly pdfium: Pdfium;
  readonly limits: ExtractionLimits;
  /** Reads scanned pages; absent if no OCR is installed. */
  readonly ocr?: OcrEngine | undefined;
  /** Called before each page, to tell a stall from slow progress and to identify the page. */
  readonly onPage: (page: number) => void;
  /** Pages that crashed or stalled a worker before: they are skipped. */
  readonly skipPages: ReadonlySet<number>;
  /** Called before the figures of a page are drawn. */
  readonly onFigures: () => void;
  /** Drawing figures crashed or stalled a worker before: none are drawn. */
  readonly skipFigures: boolean;
  /** Called for each stretch of text left out because it is struck out. */
  readonly onStruck?: () => void;
  /** Called for each stretch of text left out because it is invisible. */
  readonly onHidden?: () => void;
};

/** The reading of one open document. */
type DocumentReading = PdfReading & { readonly form: DocumentForm; readonly mayHaveLayers: () => boolean };

/** Counts letters and digits: the content of a page without the marks of tables. */
const substance = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Share of the page from which on a picture dominates it. */
const coveringShare = 0.5;

/**
 * True when a page with some text has more content in its pictures: a form scanned under a printed head, or a flow
 * chart whose boxes are pictures. A watermark also covers a page, so a page with much text does not count.
 */
const isMostlyPictures = ({ pdfium }: PdfReading, page: number, said: number): boolean => {
  if (said >= 700) return false;
  const { count, largestShare } = readPictures(pdfium, page);
  return count >= 10 || (said < 300 && largestShare >= coveringShare);
};

/**
 * Least mean confidence of believable words. Measured: dirt on blank scanned pages reads as words with 0.22 to 0.26,
 * printed pages as words with 0.9 and more.
 */
const believableFrom = 0.4;

/**
 * Reads a scan; `said` is the amount of native text. Returns `undefined` when the page needs no OCR, or when OCR
 * finds less than the native text. Returns `failed` when a picture covers the page and could not be read: its text is
 * then missing.
 */
const readScan = async (
  reading: PdfReading,
  page: number,
  native: string,
  said: number,
): Promise<Pick<ExtractedPage, 'text' | 'readBy' | 'ocrConfidence'> | undefined> => {
  const { ocr, pdfium } = reading;
  const isScan = native.length < scanBelow;
  if (!isScan && !isMostlyPictures(reading, page, said)) return undefined;
  const recognized = ocr === undefined ? 'failed' : await ocr.recognize(renderPage(pdfium, page));
  if (recognized === 'nothing') return undefined;
  if (recognized === 'failed') {
    const isUnread = isScan && readPictures(pdfium, page).largestShare >= coveringShare;
    return isUnread ? { text: native, readBy: 'failed' } : undefined;
  }
  const { text, confidence } = recognized;
  // Native text is exact; a page gives it up only for much more.
  const hasMore = isScan ? text.trim().length > native.length : substance(text) >= said * 1.5;
  if (!hasMore) return undefined;
  if (confidence >= believableFrom) return { text, readBy: 'ocr', ocrConfidence: confidence };
  // A page with no other content is recorded as read by OCR without a trustworthy word.
  return native === '' ? { text: '', readBy: 'ocr', ocrConfidence: confidence } : undefined;
};

/** Rethrows a trap inside WASM, which leaves PDFium in an unknown state: the worker must be replaced. */
const throwTrap = (error: unknown): void => {
  if (error instanceof Error && error.name === 'RuntimeError') throw error;
};

/** Runs OCR on a page whose native text cannot be read (semantic search, "Text Extraction"). */
const readFromImage = async (
  { ocr, pdfium }: PdfReading,
  page: number,
): Promise<Pick<ExtractedPage, 'text' | 'readBy' | 'ocrConfidence'>> => {
  const failed = { text: '', readBy: 'failed' } as const;
  if (ocr === undefined) return failed;
  try {
    const recognized = await ocr.recognize(renderPage(pdfium, page));
    if (recognized === 'failed' || recognized === 'nothing') return failed;
    const { text, confidence } = recognized;
    return confidence >= believableFrom ? { text, readBy: 'ocr', ocrConfidence: confidence } : failed;
  } catch (error) {
    throwTrap(error);
    return failed;
  }
};

type Read = Omit<ExtractedPage, 'page'>;

const noFigures: PageFigures = { figures: [], pictures: [] };

/** The text and figures of a page. */
type ReadPage<Page> = { readonly page: Page; readonly figures: PageFigures };

const readNative = (
  reading: DocumentReading,
  page: number,
  number: number,
):
  | {
      readonly laidOut: Omit<Read, 'readBy'>;
      readonly said: number;
      readonly figures: PageFigures;
    }
  | undefined => {
  const { pdfium } = reading;
  try {
    const drawing = readShapes(pdfium, page);
    const { shapes, rules } = drawing;
    const annotations = readAnnotations(pdfium, page, reading.form);
    for (const _ of annotations.struck) reading.onStruck?.();
    const characters = withAnnotations(
      readCharacters(pdfium, page, {
        drawing,
        hasLayers: drawing.formOf.size > 0 && reading.mayHaveLayers(),
        ...omitUndefined({ onStruck: reading.onStruck, onHidden: reading.onHidden }),
      }),
      annotations,
    );
    const size = {
      width: pdfium.call.FPDF_GetPageWidthF(page),
      height: pdfium.call.FPDF_GetPageHeightF(page),
    };
    // In page coordinates before rotation, like the shapes.
    const placed = characters.map((character) =>
      character.quarters === 0
        ? character
        : { ...character, ...rotateUpright(character, (4 - character.quarters) & 3) },
    );
    const charts = findFlowCharts(
      shapes.filter((shape) => shape.kind === 'path'),
      placed.filter(({ size: points, text }) => points > 0 && text.trim() !== ''),
      size,
    );
    const laidOut = layOutPage(characters, rules, charts);
    // Counted before tables are written, which repeat some of the text.
    const said = substance(characters.map(({ text }) => text).join(''));
    return {
      laidOut,
      said,
      figures: findFigures({ page: number, ...size, characters: placed, shapes, charts }),
    };
  } catch (error) {
    throwTrap(error);
    return undefined;
  }
};

const readLoadedPage = async (
  reading: DocumentReading,
  page: number,
  number: number,
): Promise<ReadPage<Read>> => {
  const native = readNative(reading, page, number);
  if (native === undefined) return { page: await readFromImage(reading, page), figures: noFigures };
  const { laidOut, said, figures } = native;
  try {
    const scanned = await readScan(reading, page, laidOut.text.trim(), said);
    if (scanned === undefined) return { page: { ...laidOut, readBy: 'native' }, figures };
    // OCR words the text differently, so anchors would not match: the figures belong to the page as a whole.
    return {
      page: scanned,
      figures: { ...figures, figures: figures.figures.map((one) => ({ ...one, anchors: [] })) },
    };
  } catch (error) {
    throwTrap(error);
    return { page: { text: '', readBy: 'failed' }, figures };
  }
};

const failedPage = (page: number): ReadPage<ExtractedPage> => ({
  page: { page, text: '', readBy: 'failed' },
  figures: noFigures,
});

/** Runs `work` while a page is loaded; `undefined` if it cannot be loaded. */
const withPage = async <Value>(
  { pdfium: { call } }: PdfReading,
  pdf: OpenPdf,
  page: number,
  work: (loaded: number) => Value | Promise<Value>,
): Promise<Value | undefined> => {
  const loaded = call.FPDF_LoadPage(pdf.document, page - 1);
  if (loaded === 0) return undefined;
  try {
    return await work(loaded);
  } finally {
    call.FPDF_ClosePage(loaded);
  }
};

/** Reads one page. An error fails only this page. */
const readPage = async (
  reading: DocumentReading,
  pdf: OpenPdf,
  page: number,
): Promise<ReadPage<ExtractedPage>> =>
  (await withPage(reading, pdf, page, async (loaded) => {
    const read = await readLoadedPage(reading, loaded, page);
    return { page: { page, ...read.page }, figures: read.figures };
  })) ?? failedPage(page);

/**
 * Draws the figures that were found, page by page, after all text is read: an error costs only its figure, and a
 * crash of the worker costs the document's figures but no text.
 */
const drawFigures = async (
  reading: PdfReading,
  pdf: OpenPdf,
  found: ReadonlyMap<number, PageFigures>,
): Promise<readonly ExtractedFigure[]> => {
  const collection = createFigureCollection();
  for (const [page, figures] of withoutRepeated(found)) {
    if (figures.length === 0) continue;
    if (collection.isFull()) break;
    reading.onFigures();
    await withPage(reading, pdf, page, (loaded) => {
      for (const { box: place, kind, caption, anchors } of figures) {
        try {
          const drawn = drawFigure(reading.pdfium, loaded, place);
          if (drawn !== undefined)
            collection.add({ page, kind, anchors: [...anchors], ...drawn, ...omitUndefined({ caption }) });
        } catch (error) {
          throwTrap(error);
        }
      }
    });
  }
  return collection.figures;
};

/** The pages of a document, the figures found on them, and how much was left out. */
type ReadPages = {
  readonly pages: readonly ExtractedPage[];
  readonly found: ReadonlyMap<number, PageFigures>;
  readonly leftOut: { readonly hidden: number; readonly struck: number };
};

const readPages = async (
  reading: PdfReading,
  pdf: OpenPdf,
  { form, bytes }: { readonly form: DocumentForm; readonly bytes: Uint8Array },
): Promise<ReadPages> => {
  const pages: ExtractedPage[] = [];
  const found = new Map<number, PageFigures>();
  let characters = 0;
  const leftOut = { hidden: 0, struck: 0 };
  let hasLayers: boolean | undefined;
  const counting: DocumentReading = {
    ...reading,
    form,
    mayHaveLayers: () => {
      hasLayers ??= mayHaveLayers(bytes);
      return hasLayers;
    },
    onStruck: () => {
      leftOut.struck += 1;
    },
    onHidden: () => {
      leftOut.hidden += 1;
    },
  };
  for (let index = 0; index < pdf.pageCount; index += 1) {
    const number = index + 1;
    reading.onPage(number);
    const { page, figures } = reading.skipPages.has(number)
      ? failedPage(number)
      : await readPage(counting, pdf, number);
    if (figures.pictures.length > 0 || figures.figures.length > 0) found.set(number, figures);
    characters += page.text.length;
    if (characters > reading.limits.maxCharacters) throw unreadableFile('too_much_text');
    pages.push(page);
  }
  return { pages, found, leftOut };
};

/** Reads a PDF page by page, with only one page in memory in addition to the text so far. */
export const readPdf = (bytes: Uint8Array, reading: PdfReading): Promise<ExtractedDocument> =>
  withPdf(reading.pdfium, bytes, reading.limits, async (pdf) => {
    const form = createDocumentForm(reading.pdfium, pdf.document);
    const { pages, found, leftOut } = await readPages(reading, pdf, { form, bytes }).finally(form.close);
    const figures = reading.skipFigures ? [] : await drawFigures(reading, pdf, found);
    const title = pdfMetadata(reading.pdfium, pdf.document, 'Title');
    const author = pdfMetadata(reading.pdfium, pdf.document, 'Author');
    return {
      pages: [...markBookmarked(pages, readBookmarks(reading.pdfium, pdf.document))],
      ...omitUndefined({ title }),
      ...(author === undefined ? {} : { authors: [author] }),
      properties: readPdfProperties(reading.pdfium, pdf.document, bytes),
      ...(figures.length > 0 ? { figures } : {}),
      ...(leftOut.hidden + leftOut.struck > 0 ? { leftOut } : {}),
    };
  });
