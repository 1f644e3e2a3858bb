import { z } from 'zod';

/** Replaces a sensitive string once its data subject has been erased. */
export const ERASED_TEXT = '[erased]';

/** The mark of a sensitive field: its value after erasure. */
type SensitiveMark = { readonly erasedAs: unknown };

const sensitiveFields = z.registry<SensitiveMark>();

/**
 * Marks a field of an event's schema as one that can contain PHI. The serializer encrypts exactly the marked fields
 * with the data subject's key before anything is stored, and replaces them by `erasedAs` once that key has been
 * destroyed; `erasedAs` must satisfy the schema.
 */
export const sensitive = <Schema extends z.ZodType>(schema: Schema, erasedAs: z.output<Schema>): Schema => {
  const marked = schema.meta({}) as Schema; // `.meta` clones: a mark never leaks onto a shared schema.
  sensitiveFields.add(marked, { erasedAs });
  return marked;
};

/** A sensitive string; reads as `[erased]` once its subject has been erased. */
export const sensitiveText = (schema: z.ZodString = z.string()): z.ZodString =>
  sensitive(schema, ERASED_TEXT);

/** The wrapper that `.optional()`, `.nullable()` and similar calls add to a schema; the inner value is unchanged. */
type Wrapper = z.core.$ZodType & { readonly _zod: { readonly def: { readonly innerType: z.core.$ZodType } } };

const wrapperTypes: readonly string[] = [
  'optional',
  'nullable',
  'default',
  'prefault',
  'nonoptional',
  'catch',
  'readonly',
];

const isWrapper = (schema: z.core.$ZodType): schema is Wrapper => wrapperTypes.includes(schema._zod.def.type);

/** The mark of a schema, if it has one. Looks through optional, nullable, default and similar wrappers. */
export const sensitiveMark = (schema: z.core.$ZodType): SensitiveMark | undefined => {
  let current = schema;
  for (;;) {
    const mark = sensitiveFields.get(current as z.ZodType);
    if (mark) return mark;
    if (!isWrapper(current)) return undefined;
    current = current._zod.def.innerType;
  }
};

/** The schema inside its optional, nullable, default and similar wrappers. */
export const unwrapSchema = (schema: z.core.$ZodType): z.core.$ZodType => {
  let current = schema;
  while (isWrapper(current)) current = current._zod.def.innerType;
  return current;
};
