import { z } from 'zod';

/** Where a page is in the cleaned text: characters from `start` up to, not including, `end`. */
const pageSpanSchema = z.strictObject({
  /** 1-based. */
  page: z.int().min(1),
  start: z.int().min(0),
  end: z.int().min(0),
  /** Mean confidence from 0 to 1 of a page that was read by OCR. */
  ocrConfidence: z.number().min(0).max(1).optional(),
});
export type PageSpan = z.output<typeof pageSpanSchema>;

/**
 * A document's text made ready for chunking. `pages` lists every page in order, also the empty ones; between two
 * spans is only white space. The text as it was read stays in the extracted document.
 */
export const cleanedDocumentSchema = z.strictObject({
  text: z.string(),
  pages: z.array(pageSpanSchema),
});
export type CleanedDocument = z.output<typeof cleanedDocumentSchema>;
