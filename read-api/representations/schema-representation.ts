import { z } from 'zod';

/** One version of an event type as the outside gets it. */
export const publishedSchemaRepresentation = z.strictObject({
  type: z.string(),
  version: z.int().min(1),
  /** Where its JSON Schema is, at this server. */
  path: z.string(),
});
