import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { fullSubjectSchema } from '../privacy/subject-reference.ts';

const position = z.int().min(1);

/**
 * A person signed off the entries of the audit trail between two positions, both included: all of them, or those of one
 * user, about one subject, or both. Their own entries are never covered.
 */
export const auditReviewed = defineEvent(
  'AuditReviewed',
  z.strictObject({
    reviewId: uuidSchema,
    from: position,
    to: position,
    actorId: z.string().min(1).max(256).optional(),
    subject: fullSubjectSchema.optional(),
    note: sensitiveText(z.string().min(1).max(2000)),
  }),
);

export const auditReviewEvents = [auditReviewed] as const;
export type AuditReviewEvent = EventOf<(typeof auditReviewEvents)[number]>;
