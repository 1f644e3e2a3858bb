import { z } from 'zod';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';

const names = z.array(z.string());

/** The stored interpretation of a question. Absent from older questions. */
export const questionReadingShape = {
  subIntent: z.string().optional().meta({ description: 'The finer intent, if recognized.' }),
  depth: z.string().optional().meta({
    description: '`quick_lookup` of a fact, or `deep_analysis` of a case or a choice.',
  }),
  population: z.string().optional(),
  protocolNumbers: names.optional(),
  entities: z
    .strictObject({
      drugs: names,
      conditions: names,
      procedures: names,
      routes: names,
      stages: z.array(
        z.strictObject({ scale: z.string(), stage: z.string(), condition: z.string().optional() }),
      ),
    })
    .optional(),
  specialties: names.optional(),
  suggestions: z
    .array(z.strictObject({ from: z.string(), to: names }))
    .optional()
    .meta({
      description:
        'Did you mean: words that may be misspelled, with what may have been meant, the nearest first. Searched as written.',
    }),
};
type QuestionReading = z.output<z.ZodObject<typeof questionReadingShape>>;

/** Returns the stored part of a question's interpretation. */
export const questionReadingOf = ({
  subIntent,
  depth,
  population,
  protocolNumbers,
  entities: { drugs, conditions, procedures, routes, stages },
  specialties,
  suggestions,
}: QueryInterpretation): QuestionReading => ({
  ...(subIntent === undefined ? {} : { subIntent }),
  depth,
  ...(population === undefined ? {} : { population }),
  protocolNumbers: [...protocolNumbers],
  entities: {
    drugs: [...drugs],
    conditions: [...conditions],
    procedures: [...procedures],
    routes: [...routes],
    stages: stages.map((stage) => ({ ...stage })),
  },
  specialties: [...specialties],
  suggestions: suggestions.map(({ from, to }) => ({ from, to: [...to] })),
});
