import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { ExtractedPage } from '../../../../domain/knowledge/extracted-page.ts';
import type { ExtractedDocument, ExtractedFigure } from '../../../../ports/text-extractor.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { createFigureCollection } from '../figures/create-figure-collection.ts';
import type { OcrEngine } from '../ocr/ocr-engine.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { drawFigure } from './draw-figure.ts';
import { type FiguresOfPage, findFigures, withoutRepeated } from './find-figures.ts';
import { findFlowCharts } from './find-flow-charts.ts';
import { layOutPage } from './lay-out-page.ts';
import { markBookmarked } from './mark-bookmarked.ts';
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

/** A page with less native text than this, in characters, is taken for a scan (semantic search, "Text Extraction"). */
const scanBelow = 100;

export type PdfReading = {
  readonly pdfium: Pdfium;
  readonly limits: ExtractionLimits;
  /** Reads scanned pages; absent where no OCR is installed. */
  readonly ocr?: OcrEngine | undefined;
  /** Called before each page, to distinguish a stall from slow progress, and to name the page. */
  readonly onPage: (page: number) => void;
  /** Pages that ended or stalled a worker before: they are not touched again. */
  readonly skipPages: ReadonlySet<number>;
  /** Called before the figures of a page are drawn. */
  readonly onFigures: () => void;
  /** Drawing figures ended or stalled a worker before: none are drawn. */
  readonly skipFigures: boolean;
  /** Called for each stretch of text that is struck out, and left out for that. */
  readonly onStruck?: () => void;
  /** Called for each stretch of text that no one sees, and which is left out for that. */
  readonly onHidden?: () => void;
};

/** Letters and digits: what a page says, without the marks of tables. */
const substance = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** From this share of the page on, a picture is what the page shows. */
const coveringShare = 0.5;

/**
 * Whether a page says more in pictures than in text, though it has some: a form that was scanned under a printed
 * head, or a flow chart whose boxes are pictures. A watermark covers a page too, which is why text in quantity counts.
 */
const isMostlyPictures = ({ pdfium }: PdfReading, page: number, said: number): boolean => {
  if (said >= 700) return false;
  const { count, largestShare } = readPictures(pdfium, page);
  return count >= 10 || (said < 300 && largestShare >= coveringShare);
};

/**
 * Least mean confidence at which words are believed. Measured: dirt on blank scanned pages reads as words with 0.22
 * to 0.26, printed pages with 0.9 and more.
 */
const believableFrom = 0.4;

/**
 * Reads a scan; `said` is how much the page says natively. `undefined` when the page has no need of it, or when OCR finds less than the page says natively; failed
 * when a picture covers the page and could not be read: its text is then missing.
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
  // Text that is there is exact; a page that has some gives it up only for much more.
  const saysMore = isScan ? text.trim().length > native.length : substance(text) >= said * 1.5;
  if (!saysMore) return undefined;
  if (confidence >= believableFrom) return { text, readBy: 'ocr', ocrConfidence: confidence };
  // A page that holds nothing else is on record as read by OCR without a trustworthy word.
  return native === '' ? { text: '', readBy: 'ocr', ocrConfidence: confidence } : undefined;
};

/** A trap inside WASM leaves PDFium in an unknown state: the whole worker has to be replaced. */
const throwTrap = (error: unknown): void => {
  if (error instanceof Error && error.name === 'RuntimeError') throw error;
};

/** A page whose own text cannot be read, as it looks: what it shows is better than nothing (semantic search, "Text Extraction"). */
const readByItsLooks = async (
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

const noFigures: FiguresOfPage = { figures: [], pictures: [] };

/** What a page says and shows. */
type ReadPage<Page> = { readonly page: Page; readonly figures: FiguresOfPage };

const readNative = (
  reading: PdfReading,
  page: number,
  number: number,
):
  | {
      readonly laidOut: Omit<Read, 'readBy'>;
      readonly said: number;
      readonly figures: FiguresOfPage;
    }
  | undefined => {
  const { pdfium } = reading;
  try {
    const drawing = readShapes(pdfium, page);
    const { shapes, rules } = drawing;
    const laid = readAnnotations(pdfium, page);
    for (const _ of laid.struck) reading.onStruck?.();
    const characters = withAnnotations(
      readCharacters(pdfium, page, {
        drawing,
        ...omitUndefined({ onStruck: reading.onStruck, onHidden: reading.onHidden }),
      }),
      laid,
    );
    const size = {
      width: pdfium.call.FPDF_GetPageWidthF(page),
      height: pdfium.call.FPDF_GetPageHeightF(page),
    };
    // As the page is before it is turned, as its shapes are.
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
    // Counted before tables are written, which say some of it more than once.
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

const readLoadedPage = async (reading: PdfReading, page: number, number: number): Promise<ReadPage<Read>> => {
  const native = readNative(reading, page, number);
  if (native === undefined) return { page: await readByItsLooks(reading, page), figures: noFigures };
  const { laidOut, said, figures } = native;
  try {
    const scanned = await readScan(reading, page, laidOut.text.trim(), said);
    if (scanned === undefined) return { page: { ...laidOut, readBy: 'native' }, figures };
    // What OCR reads is worded otherwise: its figures belong to the page.
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

/** Works on a page while it is loaded; `undefined` where it cannot be. */
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

/** Reads one page. What goes wrong with it fails this page only. */
const readPage = async (reading: PdfReading, pdf: OpenPdf, page: number): Promise<ReadPage<ExtractedPage>> =>
  (await withPage(reading, pdf, page, async (loaded) => {
    const read = await readLoadedPage(reading, loaded, page);
    return { page: { page, ...read.page }, figures: read.figures };
  })) ?? failedPage(page);

/**
 * Draws the figures that were found, page by page, when all text is read: what goes wrong with a figure costs this figure,
 * and if it ends the worker the figures of the document, but no text.
 */
const drawFigures = async (
  reading: PdfReading,
  pdf: OpenPdf,
  found: ReadonlyMap<number, FiguresOfPage>,
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

/** Reads a PDF page by page, holding one page at a time besides the text read so far. */
export const readPdf = (bytes: Uint8Array, reading: PdfReading): Promise<ExtractedDocument> =>
  withPdf(reading.pdfium, bytes, reading.limits, async (pdf) => {
    const pages: ExtractedPage[] = [];
    const found = new Map<number, FiguresOfPage>();
    let characters = 0;
    const leftOut = { hidden: 0, struck: 0 };
    const counting: PdfReading = {
      ...reading,
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
