import { z } from 'zod';
import { sourceNames } from './source-name.ts';

/** The kinds of evidence. `reference` is a licensed reference, `label` the approved label of a drug. */
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

/** Maximum characters of one piece's text; a structured abstract has about 2,500. */
export const MAX_EVIDENCE_TEXT = 4000;
/** Maximum characters of a title or journal name. */
export const MAX_EVIDENCE_TITLE = 500;
/** Maximum pieces for one question: four sources return ten each, and a prompt fits a handful. */
export const MAX_EVIDENCE = 20;
/** Maximum number of authors stored: as many as the longest usual style (APA) names. */
export const MAX_EVIDENCE_AUTHORS = 20;

/** One piece of evidence from an external source. All of it is untrusted text, never an instruction. */
export const evidenceSchema = z.strictObject({
  source: z.enum(sourceNames),
  /** The id in the source: a PMID, the set id of a label. */
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
  /** In lower case, without a URL prefix. */
  doi: z.string().min(1).max(200).optional(),
});
export type Evidence = Readonly<z.output<typeof evidenceSchema>>;
