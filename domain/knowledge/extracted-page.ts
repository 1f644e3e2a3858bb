import { z } from 'zod';

/** How a page's text was obtained. */
export const readMethods = ['native', 'ocr', 'failed'] as const;

/** One page as it was read: 1-based number, text with line breaks, and how it was read. */
export const extractedPageSchema = z.strictObject({
  page: z.int().min(1),
  text: z.string(),
  readBy: z.enum(readMethods),
  /** Mean OCR confidence from 0 to 1; only for pages read by OCR. */
  ocrConfidence: z.number().min(0).max(1).optional(),
});
export type ExtractedPage = z.output<typeof extractedPageSchema>;
