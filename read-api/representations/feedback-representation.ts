import { z } from 'zod';
import { feedbackKinds } from '../../domain/consultation/feedback-kind.ts';
import { roles } from '../../domain/kernel/actor.ts';
import { docKeySchema, uuidSchema } from '../../domain/kernel/identifiers.ts';

export const feedbackKindSchema = z.enum(feedbackKinds);

/** One person's judgement of one answer. */
export const feedbackRepresentation = z
  .object({
    queryId: uuidSchema,
    givenBy: z.string(),
    actorRole: z.enum(roles),
    kind: feedbackKindSchema,
    docKey: z.string().nullable().meta({ description: 'Null if the answer as a whole was rated.' }),
    chunkId: z.string().nullable(),
    comment: z.string().nullable(),
    commentWithheld: z.boolean().meta({
      description: 'True if there is a comment, visible only to its author, and to compliance with a reason.',
    }),
    givenAt: z.string(),
    timesGiven: z.int(),
  })
  .meta({ id: 'Feedback' });

/** A question with one person's judgement of a result found for it. */
export const labelledPairRepresentation = z
  .object({
    queryId: uuidSchema,
    question: z.string(),
    docKey: z.string().nullable(),
    chunkId: z.string().nullable(),
    label: feedbackKindSchema,
    givenAt: z.string(),
  })
  .meta({ id: 'LabelledPair' });

/** The number of people for each judgement of a document. */
export const documentFeedbackRepresentation = z
  .object({
    docKey: docKeySchema,
    helpful: z.int(),
    wrong: z.int(),
    outdated: z.int(),
    missing: z.int(),
  })
  .meta({ id: 'DocumentFeedback' });
