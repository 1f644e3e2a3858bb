import { z } from 'zod';
import type { Passage } from './passage.ts';
import { recommendationSchema } from './recommendations/recommendation.ts';

/** What somebody wants to know of a source before relying on it, as far as it is known. */
export const sourceDetailsShape = {
  authors: z.array(z.string()).optional(),
  organization: z.string().optional(),
  publisher: z.string().optional(),
  publicationYear: z.int().optional(),
  effectiveDate: z.string().optional().meta({ description: 'ISO date from which the document applies.' }),
  doi: z.string().optional(),
  pmid: z.string().optional(),
  agency: z.string().optional(),
  stateCode: z.string().optional(),
  protocolNumber: z.string().optional(),
  recommendations: z.array(recommendationSchema).optional().meta({
    description:
      'Graded statements of the shown text: class of recommendation and level of evidence, each with its own sentence.',
  }),
};
type SourceDetails = z.output<z.ZodObject<typeof sourceDetailsShape>>;

const detailNames = [
  'organization',
  'publisher',
  'publicationYear',
  'effectiveDate',
  'doi',
  'pmid',
  'agency',
  'stateCode',
  'protocolNumber',
] as const satisfies readonly (keyof Passage & keyof SourceDetails)[];

/** The details of a passage's document, with those recommendations of the passage that are given. */
export const sourceDetailsOf = (
  passage: Passage,
  recommendations: Passage['recommendations'] = passage.recommendations,
): SourceDetails => ({
  ...Object.fromEntries(
    detailNames.filter((name) => passage[name] !== undefined).map((name) => [name, passage[name]]),
  ),
  ...(passage.authors === undefined ? {} : { authors: [...passage.authors] }),
  ...(recommendations === undefined || recommendations.length === 0
    ? {}
    : { recommendations: [...recommendations] }),
});
