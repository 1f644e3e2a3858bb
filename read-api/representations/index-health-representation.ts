import { z } from 'zod';
import { examinationSchema } from '../../domain/operations/rebuild-examination.ts';

/** The result of comparing a rebuilt generation with the live one. */
const examination = examinationSchema.extend({
  outcome: examinationSchema.shape.outcome.meta({
    description:
      'A rebuild with "lost" waits for a person: for a known question, its first ten results lack a document that is among the live index’s first five, more of its passages lack vectors, or it cannot be searched in full although the live one can. "not_made" blocks nothing.',
  }),
});

export const examinationRepresentation = examination.extend({
  generation: z.int(),
  live: z.int(),
  lost: z.int().meta({ description: 'Known questions whose documents it no longer finds.' }),
  decided: z.enum(['accepted', 'discarded']).optional(),
});

/** The contents of each stored generation of the search index. */
export const indexHealthRepresentation = z.object({
  generation: z.int(),
  state: z.enum(['live', 'building', 'waiting', 'kept']),
  counted: z
    .object({
      passages: z.int().meta({ description: 'Searchable passages.' }),
      words: z.object({ home: z.enum(['memory', 'stored']), written: z.int(), waiting: z.int() }).meta({
        description:
          'Passages whose words are in tables or waiting to be written there; the others are in memory.',
      }),
      withheld: z.int().meta({ description: 'Passages that must not have a vector under the PHI policy.' }),
      expected: z.int().meta({ description: 'Passages that should have a vector: all others.' }),
      vectors: z.int().meta({ description: 'Existing vectors, sealed ones included.' }),
      lacking: z.int().meta({ description: 'Passages whose vector is missing.' }),
      documents: z
        .array(z.object({ docKey: z.string(), expected: z.int(), vectors: z.int() }))
        .readonly()
        .meta({ description: 'Documents that differ, at most 20.' }),
      unseen: z
        .int()
        .meta({ description: 'Sealed documents whose files were not examined because there are too many.' }),
    })
    .optional()
    .meta({ description: 'Absent if it cannot be counted at the moment.' }),
  unknown: z.string().optional().meta({ description: 'Why it cannot be counted.' }),
  advice: z.string().optional().meta({ description: 'What to do.' }),
});

/** The results of the known questions on the live index. */
export const indexCheckRepresentation = z
  .object({
    generation: z.int(),
    questions: z
      .array(
        z.object({
          docKey: z.string(),
          question: z.string(),
          isTitle: z.boolean(),
          inUse: z.boolean(),
          rank: z.int().nullable().meta({ description: 'Rank among the first ten results, from 1.' }),
        }),
      )
      .readonly(),
    unable: z.string().optional().meta({ description: 'Why it could not be searched in full.' }),
    waiting: z.object({ generation: z.int(), examination }).optional(),
  })
  .meta({ id: 'IndexCheck' });
