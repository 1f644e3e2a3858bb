import { z } from 'zod';
import { docKeySchema, sha256Schema } from '../kernel/identifiers.ts';
import { sourceDetailsShape } from '../retrieval/source-details.ts';

/** One numbered piece of evidence behind an answer. */
export const citationSchema = z.strictObject({
  /** The number in the answer, `[n]`, from 1. */
  n: z.int().min(1),
  chunkId: z.string(),
  docKey: docKeySchema,
  version: z.int().min(1),
  fileName: z.string(),
  title: z.string(),
  sourceType: z.string(),
  /** 1-based pages. */
  pages: z.array(z.int().min(1)),
  section: z.string(),
  /** What is shown: the part of the passage that supports the answer. */
  excerpt: z.string(),
  /** SHA-256 of the whole passage, which is in the chunks blob of its version. */
  textHash: sha256Schema,
  score: z.number(),
  ...sourceDetailsShape,
});
export type Citation = z.output<typeof citationSchema>;
