import { z } from 'zod';
import { docKeySchema, sha256Schema, uuidSchema } from '../kernel/identifiers.ts';
import { sourceDetailsShape } from '../retrieval/source-details.ts';
import { quotedLinesSchema } from './quoted-lines.ts';
import { externalSources } from './sources/source-name.ts';

const ocrConfidence = z.number().min(0).max(1).optional().meta({
  description:
    'The lowest confidence with which the shown pages were read by OCR, from 0 to 1; absent where none was.',
});

/** What an answer shows of one passage. */
const quotedPassageSchema = z.strictObject({
  chunkId: z.string(),
  /** 1-based pages. */
  pages: z.array(z.int().min(1)),
  /** The heading that the shown lines are under; empty where there is none. */
  section: z.string(),
  excerpt: z.string(),
  notes: z.array(z.string()).optional().meta({
    description:
      'What the excerpt must be read with, in words that are not the document\'s: "lies between two rows".',
  }),
  places: z.array(quotedLinesSchema).optional().meta({
    description: 'The places of the shown lines; absent in older answers, and where they are not known.',
  }),
  /** Numbers of the figures that the passage has. */
  figures: z.array(z.int().min(1)).optional(),
  ocrConfidence,
  /** SHA-256 of the whole passage. */
  textHash: sha256Schema,
});

/**
 * One numbered piece of evidence behind an answer: a document with what is shown of it, or a piece from a source outside.
 * Such has the docKey `<source>-<id>`, the version 1 and no pages, and its score says nothing. So has what a tool gave: its
 * id is that of the call.
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
  /** What is shown of the document, passage by passage, with `[…]` where something was left out. */
  excerpt: z.string(),
  /** SHA-256 of the whole passage `chunkId`, which is in the chunks blob of its version. */
  textHash: sha256Schema,
  /** What is shown of each passage, in reading order. Answers of before quoted one passage and have none of these. */
  passages: z.array(quotedPassageSchema).optional(),
  ocrConfidence,
  score: z.number(),
  source: z
    .enum([...externalSources, 'tool'])
    .optional()
    .meta({
      description:
        'The source outside that it comes from, which this hospital has not checked, or the tool that gave it; absent for its own documents.',
    }),
  toolCallId: uuidSchema.optional().meta({ description: 'The call of the tool that gave it.' }),
  journal: z.string().optional().meta({ description: 'The journal or book that it is part of.' }),
  ...sourceDetailsShape,
});
export type Citation = z.output<typeof citationSchema>;
