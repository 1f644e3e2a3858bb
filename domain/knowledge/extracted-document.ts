import { z } from 'zod';
import { extractedPageSchema } from './extracted-page.ts';
import { figureSchema, maxFigures } from './figure.ts';
import { filePropertiesSchema } from './file-properties.ts';
import { leftOutSchema } from './left-out.ts';

/** The most pages read from one document. */
export const maxPages = 10_000;

/** The stored result of reading a file: pages as read, and the file's own properties. */
export const extractedDocumentSchema = z.strictObject({
  pages: z.array(extractedPageSchema).min(1).max(maxPages),
  title: z.string().optional(),
  /** Authors as recorded by the program that wrote the file; may be the person who saved it. */
  authors: z.array(z.string()).optional(),
  properties: filePropertiesSchema.optional(),
  /** Absent from documents read before hidden and struck-out text was left out. */
  leftOut: leftOutSchema.optional(),
  /** In page order. Absent from documents read before figures were extracted. */
  figures: z.array(figureSchema).max(maxFigures).optional(),
});
export type ExtractedDocumentRecord = z.output<typeof extractedDocumentSchema>;
