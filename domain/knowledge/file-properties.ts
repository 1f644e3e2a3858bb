import { z } from 'zod';

const text = z.string().min(1).max(2000);

/**
 * What a file says about itself in properties that somebody filled in on purpose: a page's meta tags, the packet that a
 * publisher puts into a PDF, the front matter of Markdown. Kept as written; what it means is for
 * `found-metadata/find-metadata.ts` to judge.
 */
export const filePropertiesSchema = z.strictObject({
  title: text.optional(),
  authors: z.array(text).max(100).optional(),
  organization: text.optional(),
  publisher: text.optional(),
  /** A date or a year. */
  published: text.optional(),
  /** A date. */
  effective: text.optional(),
  doi: text.optional(),
  pmid: text.optional(),
  agency: text.optional(),
  stateCode: text.optional(),
  protocolNumber: text.optional(),
  /** Subject, keywords and description, in which an identifier may stand. */
  remarks: z.array(text).max(20).optional(),
  /** When a program made or last changed the file: never a publication date, but nothing in it is younger. */
  savedIn: z.int().min(1900).max(2200).optional(),
});
export type FileProperties = z.output<typeof filePropertiesSchema>;
