import { z } from 'zod';

/** How a page's text was obtained. */
export const readMethods = ['native', 'ocr', 'failed'] as const;

/** The place of a table: its first line in the page's text, from 0, and the edges of its columns, in points. */
const tablePlaceSchema = z.strictObject({
  line: z.int().min(0),
  columns: z.array(z.tuple([z.int(), z.int()])),
});
export type TablePlace = z.output<typeof tablePlaceSchema>;

/** One page as read: 1-based number, text with line breaks, and the read method. */
export const extractedPageSchema = z.strictObject({
  page: z.int().min(1),
  text: z.string(),
  readBy: z.enum(readMethods),
  /** Mean OCR confidence from 0 to 1; only for pages read by OCR. */
  ocrConfidence: z.number().min(0).max(1).optional(),
  /** The tables found on a printed page; absent from pages read before tables were recorded. */
  tables: z.array(tablePlaceSchema).optional(),
});
export type ExtractedPage = z.output<typeof extractedPageSchema>;
