import { z } from 'zod';
import { lineRangesSchema } from '../retrieval/line-ranges.ts';

/** Lines of a passage on one page. */
export const quotedLinesSchema = z.strictObject({
  page: z.int().min(1),
  chunkId: z.string(),
  lines: lineRangesSchema.meta({
    description: "Lines of the passage's text, from 1: `3-5,9`. Excludes the head of a table above its rows.",
  }),
  checksum: z.string().meta({
    description: 'Detects a changed passage: FNV-1a of its text, 32 bits in hexadecimal.',
  }),
});
export type QuotedLines = z.output<typeof quotedLinesSchema>;
