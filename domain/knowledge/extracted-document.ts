import { z } from 'zod';
import { extractedPageSchema } from './extracted-page.ts';

/** Most pages of one document that are read. */
export const maxPages = 10_000;

/** What was read out of a file, as it is kept: pages as read, and what the file says about itself. */
export const extractedDocumentSchema = z.strictObject({
  pages: z.array(extractedPageSchema).min(1).max(maxPages),
  title: z.string().optional(),
  authors: z.array(z.string()).optional(),
});
export type ExtractedDocumentRecord = z.output<typeof extractedDocumentSchema>;
