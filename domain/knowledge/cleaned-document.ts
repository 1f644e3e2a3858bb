import { z } from 'zod';

/** The span of a page in the cleaned text: characters from `start` up to, not including, `end`. */
const pageSpanSchema = z.strictObject({
  /** 1-based. */
  page: z.int().min(1),
  start: z.int().min(0),
  end: z.int().min(0),
  /** Mean confidence, from 0 to 1, of a page read by OCR. */
  ocrConfidence: z.number().min(0).max(1).optional(),
});
export type PageSpan = z.output<typeof pageSpanSchema>;

/**
 * A document's text, ready for chunking. `pages` lists every page in order, including empty ones; only white space
 * separates two spans. The text as read stays in the extracted document.
 */
export const cleanedDocumentSchema = z.strictObject({
  text: z.string(),
  pages: z.array(pageSpanSchema),
});
export type CleanedDocument = z.output<typeof cleanedDocumentSchema>;
