import { z } from 'zod';
import { sourceNames } from './source-name.ts';

/** What a piece of evidence is. `reference` is a licensed one, `label` the approved label of a drug. */
const evidenceKinds = [
  'guideline',
  'textbook',
  'reference',
  'label',
  'trial',
  'review',
  'article',
  'note',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Characters of one piece's text: a structured abstract has about 2,500. */
export const MAX_EVIDENCE_TEXT = 4000;
/** Characters of a title or of the name of a journal. */
export const MAX_EVIDENCE_TITLE = 500;
/** Pieces for one question: four sources give ten each, and a prompt holds a handful. */
export const MAX_EVIDENCE = 20;
/** Authors that are kept: as many as the longest usual style (APA) names. */
export const MAX_EVIDENCE_AUTHORS = 20;

/**
 * One piece of evidence from a source that this hospital does not keep. All of it comes from outside: it is text to be
 * read, never an instruction.
 */
export const evidenceSchema = z.strictObject({
  source: z.enum(sourceNames),
  /** The source's own: a PMID, the set id of a label. */
  id: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  kind: z.enum(evidenceKinds),
  title: z.string().min(1).max(MAX_EVIDENCE_TITLE),
  text: z.string().min(1).max(MAX_EVIDENCE_TEXT),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  /** A year, a month or a day: `2021`, `2021-03`, `2021-03-09`. */
  published: z
    .string()
    .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/)
    .optional(),
  authors: z.array(z.string().min(1).max(200)).max(MAX_EVIDENCE_AUTHORS).readonly().optional(),
  journal: z.string().min(1).max(MAX_EVIDENCE_TITLE).optional(),
  /** In lower case, without an address before it. */
  doi: z.string().min(1).max(200).optional(),
});
export type Evidence = Readonly<z.output<typeof evidenceSchema>>;
