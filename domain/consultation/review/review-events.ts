import { z } from 'zod';
import { defineEvent, type EventOf } from '../../kernel/event-definition.ts';
import { uuidSchema } from '../../kernel/identifiers.ts';
import { sensitiveText } from '../../privacy/sensitive.ts';

/** The kinds of review: whether the question contains PHI, and whether the withheld part of its answer was unsafe. */
export const reviewKinds = ['phi', 'safety'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** Whether the system was right, or the alarm was false. */
export const reviewVerdicts = ['confirmed', 'false_alarm'] as const;

/** The asker disputes that the question contains PHI. The detection stays in force until a review. */
export const phiDetectionDisputed = defineEvent(
  'PhiDetectionDisputed',
  z.strictObject({
    queryId: uuidSchema,
    comment: sensitiveText(z.string().min(1).max(1000)).optional(),
  }),
);

/** Compliance gave its verdict. It applies to later events; past detections are unchanged. */
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

/** The review events, on the question's stream. */
export const reviewEvents = [phiDetectionDisputed, reviewResolved] as const;
export type ReviewEvent = EventOf<(typeof reviewEvents)[number]>;
