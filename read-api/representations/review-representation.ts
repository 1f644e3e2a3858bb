import { z } from 'zod';
import { reviewCauses } from '../../domain/consultation/review/calls-for-review.ts';
import { reviewKinds, reviewVerdicts } from '../../domain/consultation/review/review-events.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';

export const reviewKindSchema = z.enum(reviewKinds);
export const reviewStateSchema = z.enum(['open', 'resolved']);

const findings = z
  .array(z.object({ kind: z.string(), text: z.string(), confidence: z.number().min(0).max(1) }))
  .readonly()
  .meta({ description: 'The findings in the text of the question, in order.' });

const review = {
  reviewId: z.string(),
  kind: reviewKindSchema,
  queryId: uuidSchema,
  askedBy: z.string(),
  state: reviewStateSchema,
  causes: z.array(z.enum(reviewCauses)).readonly().meta({
    description:
      'Why: the asker disputes the detection, a detector did not answer, the safety filter blocked the answer, or many of its sentences were struck.',
  }),
  openedAt: z.string(),
  verdict: z.enum(reviewVerdicts).nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: z.string().nullable(),
};

/** A review without the question's content. */
export const reviewRepresentation = z.object(review).meta({ id: 'Review' });

/** A review with its subject. */
export const reviewDetailsRepresentation = z
  .object({
    ...review,
    question: z.string(),
    detector: z.string().nullable(),
    kinds: z.array(z.string()).readonly().meta({ description: 'The kinds of PHI detected in the question.' }),
    findings,
    comment: z.string().nullable().meta({ description: 'The asker’s objection to the detection.' }),
    answer: z.string().nullable(),
    drafts: z.array(z.string()).readonly().meta({ description: 'The unmodified text of the models.' }),
    struck: z
      .array(z.object({ sentence: z.string(), because: z.string() }))
      .readonly()
      .meta({ description: 'Sentences that were left out of the answer, and why.' }),
    failure: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Reason for the verdict.' }),
  })
  .meta({ id: 'ReviewDetails' });

/** A verdict on a detection with its question: the data for tuning the detector. */
export const reviewedDetectionRepresentation = z
  .object({
    reviewId: z.string(),
    question: z.string(),
    detector: z.string().nullable(),
    kinds: z.array(z.string()).readonly(),
    findings,
    verdict: z.enum(reviewVerdicts),
  })
  .meta({ id: 'ReviewedDetection' });
