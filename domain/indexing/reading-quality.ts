import type { IndexingEvent } from './indexing-events.ts';

/** The most page numbers stored for a document; a scanned textbook has thousands. */
export const MAX_LISTED_PAGES = 200;

/** The pages of a document that were not simply read as text. */
export type ReadingQuality = {
  /** The first pages that were read by OCR, at most `MAX_LISTED_PAGES`. */
  readonly ocrPages: readonly number[];
  /** The total number of OCR pages. */
  readonly ocrPageCount: number;
  /** The first pages that could not be read, at most `MAX_LISTED_PAGES`: nothing on them is searchable. */
  readonly failedPages: readonly number[];
  readonly failedPageCount: number;
  /** The lowest confidence of the OCR pages, from 0 to 1; null when there are none, or when it is unknown. */
  readonly lowestOcrConfidence: number | null;
};

/** The quality of a document that has not been read yet, or whose pages are all text. */
export const ordinaryReading: ReadingQuality = {
  ocrPages: [],
  ocrPageCount: 0,
  failedPages: [],
  failedPageCount: 0,
  lowestOcrConfidence: null,
};

type UnusualPages = Extract<IndexingEvent, { type: 'TextExtracted' }>['data']['unusualPages'];

/** Summarizes the reading of a document from its event. */
export const readingQuality = (unusualPages: UnusualPages): ReadingQuality => {
  const read = unusualPages.filter(({ readBy }) => readBy === 'ocr');
  const failed = unusualPages.filter(({ readBy }) => readBy === 'failed');
  const confidences = read.flatMap(({ ocrConfidence }) => ocrConfidence ?? []);
  const firstOf = (pages: UnusualPages): readonly number[] =>
    pages
      .map(({ page }) => page)
      .toSorted((one, other) => one - other)
      .slice(0, MAX_LISTED_PAGES);
  return {
    ocrPages: firstOf(read),
    ocrPageCount: read.length,
    failedPages: firstOf(failed),
    failedPageCount: failed.length,
    lowestOcrConfidence: confidences.length === 0 ? null : Math.min(...confidences),
  };
};
