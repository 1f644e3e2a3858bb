import type { IndexingEvent } from './indexing-events.ts';

/** Page numbers that are kept of a document; a scanned textbook has thousands. */
export const MAX_LISTED_PAGES = 200;

/** How well the pages of a document could be read, where not simply as text. */
export type ReadingQuality = {
  /** The first pages that were read by OCR, at most `MAX_LISTED_PAGES`. */
  readonly ocrPages: readonly number[];
  /** How many there are in all. */
  readonly ocrPageCount: number;
  /** The first pages that could not be read: nothing on them is found. At most `MAX_LISTED_PAGES`. */
  readonly failedPages: readonly number[];
  readonly failedPageCount: number;
  /** The least sure of the pages read by OCR, from 0 to 1; null when none was, or when it is not known. */
  readonly lowestOcrConfidence: number | null;
};

/** Of a document that has not been read yet, or whose pages all hold text. */
export const nothingUnusual: ReadingQuality = {
  ocrPages: [],
  ocrPageCount: 0,
  failedPages: [],
  failedPageCount: 0,
  lowestOcrConfidence: null,
};

type UnusualPages = Extract<IndexingEvent, { type: 'TextExtracted' }>['data']['unusualPages'];

/** What the reading of a document came to, as its event says. */
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
