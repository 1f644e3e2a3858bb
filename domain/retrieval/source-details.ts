import { z } from 'zod';
import { pick } from '../kernel/pick.ts';
import { mapByPropertyKind, shownProperties } from '../knowledge/property-uses.ts';
import type { Passage } from './passage.ts';
import { recommendationSchema } from './recommendations/recommendation.ts';

const text = z.string().optional();
const schemas = mapByPropertyKind({
  text,
  title: text,
  sourceType: text,
  list: z.array(z.string()).optional(),
  year: z.int().optional(),
  day: text,
  boolean: z.boolean().optional(),
});

const ofDocument = pick(schemas, shownProperties);
const documentDetailsSchema = z.object(ofDocument);

/** The known details of a source that help a reader to judge it. */
export const sourceDetailsShape = {
  ...ofDocument,
  effectiveDate: text.meta({ description: 'ISO date from which the document applies.' }),
  lastUpdated: text.meta({ description: 'ISO date on which the publisher last changed or confirmed it.' }),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .meta({ description: 'Address at the publisher or an external source.' }),
  recommendations: z.array(recommendationSchema).optional().meta({
    description:
      'Graded statements of the shown text: class of recommendation and level of evidence, each with its own sentence.',
  }),
};
type SourceDetails = z.output<z.ZodObject<typeof sourceDetailsShape>>;

/** The details of a passage's document, with the given recommendations of the passage. */
export const sourceDetailsOf = (
  passage: Passage,
  recommendations: Passage['recommendations'] = passage.recommendations,
): SourceDetails => ({
  ...documentDetailsSchema.parse(
    Object.fromEntries(
      shownProperties.filter((name) => passage[name] !== undefined).map((name) => [name, passage[name]]),
    ),
  ),
  ...(recommendations === undefined || recommendations.length === 0
    ? {}
    : { recommendations: [...recommendations] }),
});
