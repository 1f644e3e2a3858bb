import { z } from 'zod';
import type { documentProperties } from './document-properties.ts';
import { type FiledProperty, filedProperties, propertyOf } from './property-uses.ts';

const text = z.string().min(1).max(2000);
const texts = z.array(text).max(100);

type Definitions = typeof documentProperties;
type DeclaredShape = {
  readonly [Name in FiledProperty as Definitions[Name]['file']['as']]: z.ZodOptional<
    Definitions[Name]['kind'] extends 'list' ? typeof texts : typeof text
  >;
};

// Built from the same definitions as the type.
const declared = Object.fromEntries(
  filedProperties.map((name) => {
    const { kind, file } = propertyOf(name);
    return [file?.as ?? name, (kind === 'list' ? texts : text).optional()];
  }),
) as DeclaredShape;

/**
 * The properties of a file that a person filled in on purpose: a page's meta tags, the packet that a publisher puts
 * into a PDF, the front matter of Markdown. Stored as written and interpreted by `found-metadata/find-metadata.ts`.
 */
export const filePropertiesSchema = z.strictObject({
  ...declared,
  /** Subject, keywords and description, which may contain an identifier. */
  remarks: z.array(text).max(20).optional(),
  /**
   * The year in which a program created or last changed the file: never a publication date, but an upper bound for the
   * content.
   */
  savedIn: z.int().min(1900).max(2200).optional(),
});
export type FileProperties = z.output<typeof filePropertiesSchema>;
