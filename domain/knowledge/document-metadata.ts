import { z } from 'zod';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { sourceTypeSchema, specialtySchema } from './source-type.ts';

const isoDate = z.iso.date();

/**
 * What is known about a document besides its text (spec, "Payload Schema" of the semantic search design, and the
 * table of the protocol guide). Free text is marked sensitive: a clinical note may carry a patient's name in its
 * title.
 */
export const documentMetadataSchema = z.strictObject({
  title: sensitiveText(z.string().min(1).max(500)).optional(),
  sourceType: sourceTypeSchema,
  specialty: z.array(specialtySchema).max(20).default([]),
  authors: sensitive(z.array(z.string().min(1).max(200)).max(100), []).optional(),
  organization: z.string().min(1).max(200).optional(),
  publisher: z.string().min(1).max(200).optional(),
  publicationYear: z.int().min(1800).max(2200).optional(),
  /** The day from which the document applies. */
  effectiveDate: isoDate.optional(),
  doi: z.string().max(200).optional(),
  pmid: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
  agency: z.string().min(1).max(200).optional(),
  stateCode: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters such as CA')
    .optional(),
  /** The number under which an agency files a protocol, e.g. `1219-P` or `814`. */
  protocolNumber: z.string().min(1).max(32).optional(),
  /** Declared by the uploader: the document holds PHI and must stay on this machine. */
  containsPhi: z.boolean().default(false),
});
export type DocumentMetadata = z.output<typeof documentMetadataSchema>;
