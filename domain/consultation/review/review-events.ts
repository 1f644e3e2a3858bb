import { z } from 'zod';
import { defineEvent, type EventOf } from '../../kernel/event-definition.ts';
import { uuidSchema } from '../../kernel/identifiers.ts';
import { sensitiveText } from '../../privacy/sensitive.ts';

/** What can be reviewed of a question: whether it holds PHI, and whether what was held back of its answer was unsafe. */
export const reviewKinds = ['phi', 'safety'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** Whether the system was right to act as it did, or there was nothing to it. */
export const reviewVerdicts = ['confirmed', 'false_alarm'] as const;

/** The person who asked says that what was detected in the question is no PHI. That undoes nothing: it is reviewed. */
export const phiDetectionDisputed = defineEvent(
  'PhiDetectionDisputed',
  z.strictObject({
    queryId: uuidSchema,
    comment: sensitiveText(z.string().min(1).max(1000)).optional(),
  }),
);

/** Compliance judged it. Holds for what comes after: detections of the past stay as they are. */
export const reviewResolved = defineEvent(
  'ReviewResolved',
  z.strictObject({
    queryId: uuidSchema,
    kind: z.enum(reviewKinds),
    verdict: z.enum(reviewVerdicts),
    /** It may quote the question. */
    reason: sensitiveText(z.string().min(1).max(2000)),
  }),
);

/** In the stream of the question. */
export const reviewEvents = [phiDetectionDisputed, reviewResolved] as const;
export type ReviewEvent = EventOf<(typeof reviewEvents)[number]>;
