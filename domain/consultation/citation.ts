import { z } from 'zod';
import { docKeySchema, sha256Schema, uuidSchema } from '../kernel/identifiers.ts';
import { sourceDetailsShape } from '../retrieval/source-details.ts';
import { quotedLinesSchema } from './quoted-lines.ts';
import { externalSources } from './sources/source-name.ts';

const ocrConfidence = z.number().min(0).max(1).optional().meta({
  description: 'The lowest OCR confidence of the quoted pages, from 0 to 1; absent if none was read by OCR.',
});

/** The part of an answer that quotes one passage. */
const quotedPassageSchema = z.strictObject({
  chunkId: z.string(),
  /** 1-based pages. */
  pages: z.array(z.int().min(1)),
  /** The heading above the quoted lines; empty if there is none. */
  section: z.string(),
  excerpt: z.string(),
  notes: z.array(z.string()).optional().meta({
    description: 'Notes to read with the excerpt, not in the document\'s words: "lies between two rows".',
  }),
  places: z.array(quotedLinesSchema).optional().meta({
    description: 'The places of the quoted lines; absent in older answers and if unknown.',
  }),
  /** Numbers of the figures in the passage. */
  figures: z.array(z.int().min(1)).optional(),
  ocrConfidence,
  /** SHA-256 of the whole passage. */
  textHash: sha256Schema,
});

/**
 * One numbered piece of evidence behind an answer: a document with its quoted text, or a result from an external
 * source. An external result has the docKey `<source>-<id>`, version 1, no pages and a meaningless score; so has a
 * tool result, whose id is that of the call.
 */
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
  /** The quoted text, passage by passage, with `[…]` for omissions. */
  excerpt: z.string(),
  /** SHA-256 of the whole passage `chunkId`, which is in the chunks blob of its version. */
  textHash: sha256Schema,
  /** The quotations by passage, in reading order. Older answers quoted one passage and lack this field. */
  passages: z.array(quotedPassageSchema).optional(),
  ocrConfidence,
  score: z.number(),
  source: z
    .enum([...externalSources, 'tool'])
    .optional()
    .meta({
      description:
        'The external source, not checked by this hospital, or `tool` for a tool result; absent for its own documents.',
    }),
  toolCallId: uuidSchema.optional().meta({ description: 'The tool call that returned it.' }),
  journal: z.string().optional().meta({ description: 'The journal or book that contains it.' }),
  ...sourceDetailsShape,
});
export type Citation = z.output<typeof citationSchema>;
