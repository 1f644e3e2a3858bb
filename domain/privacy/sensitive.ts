import { z } from 'zod';

/** What takes the place of a sensitive string once its data subject has been erased. */
export const ERASED_TEXT = '[erased]';

type SensitiveMark = { readonly erasedAs: unknown };

const sensitiveFields = z.registry<SensitiveMark>();

/**
 * Marks a field of an event's schema as one that can hold PHI. The serializer encrypts exactly the marked fields
 * with the data subject's key before anything is stored, and puts `erasedAs` in their place once that key has
 * been destroyed; `erasedAs` must itself satisfy the schema.
 */
export const sensitive = <Schema extends z.ZodType>(schema: Schema, erasedAs: z.output<Schema>): Schema => {
  const marked = schema.meta({}) as Schema; // `.meta` clones: a mark never leaks onto a shared schema.
  sensitiveFields.add(marked, { erasedAs });
  return marked;
};

/** A sensitive string; reads as `[erased]` once its subject is gone. */
export const sensitiveText = (schema: z.ZodString = z.string()): z.ZodString =>
  sensitive(schema, ERASED_TEXT);

/** The mark of a schema, if it has one. Looks through optional, nullable and default wrappers. */
export const sensitiveMark = (schema: z.core.$ZodType): SensitiveMark | undefined =>
  sensitiveFields.get(schema as z.ZodType);
