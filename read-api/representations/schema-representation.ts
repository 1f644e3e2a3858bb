import { z } from 'zod';

/** One version of a published event type. */
export const publishedSchemaRepresentation = z.strictObject({
  type: z.string(),
  version: z.int().min(1),
  /** The path of its JSON Schema on this server. */
  path: z.string(),
});
