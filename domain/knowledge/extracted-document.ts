import { z } from 'zod';
import { extractedPageSchema } from './extracted-page.ts';
import { figureSchema, maxFigures } from './figure.ts';
import { filePropertiesSchema } from './file-properties.ts';
import { leftOutSchema } from './left-out.ts';

/** Most pages of one document that are read. */
export const maxPages = 10_000;

/** What was read out of a file, as it is kept: pages as read, and what the file says about itself. */
export const extractedDocumentSchema = z.strictObject({
  pages: z.array(extractedPageSchema).min(1).max(maxPages),
  title: z.string().optional(),
  /** Whom the program that wrote the file names, which may be the person who saved it. */
  authors: z.array(z.string()).optional(),
  properties: filePropertiesSchema.optional(),
  /** What was read before hidden and struck-out text was left out has none. */
  leftOut: leftOutSchema.optional(),
  /** In the order of the pages. What was read before figures were looked for has none. */
  figures: z.array(figureSchema).max(maxFigures).optional(),
});
export type ExtractedDocumentRecord = z.output<typeof extractedDocumentSchema>;
