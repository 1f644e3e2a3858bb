import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';

/** A review of a range of the audit trail. */
export const auditReviewRepresentation = z
  .object({
    reviewId: uuidSchema,
    from: z.int().meta({ description: 'The first reviewed position.' }),
    to: z.int().meta({ description: 'The last reviewed position.' }),
    actorId: z.string().nullable().meta({ description: 'The user to whose entries it is limited.' }),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'The person or thing to which it is limited, such as `person:…`.' }),
    reviewer: z.string().meta({ description: 'Who reviewed. Their own entries are not covered.' }),
    reviewedAt: z.string(),
    note: z.string().nullable().optional().meta({
      description:
        'The findings; `[erased]` if they were erased. Only for compliance, and only if the request gives its reason in `X-Access-Reason`.',
    }),
  })
  .meta({ id: 'AuditReview' });

/** A range of the audit trail with entries that no other person has reviewed. */
export const uncoveredRangeRepresentation = z
  .object({
    from: z.int().meta({ description: 'The position of the first of these entries.' }),
    to: z.int().meta({ description: 'The position of the last of these entries.' }),
    fromAt: z.string().nullable(),
    toAt: z.string().nullable(),
    entries: z.int().meta({ description: 'How many entries of the range are not covered.' }),
    because: z.enum(['no_review', 'own_entries', 'partial_reviews']).meta({
      description:
        '`no_review`: none covers the range; `own_entries`: the entries of its only reviewer are left; `partial_reviews`: the reviews concern other users, persons or things.',
    }),
    reviewers: z.array(z.string()).readonly().meta({ description: 'Whose reviews cover the other entries.' }),
  })
  .meta({ id: 'UncoveredAuditRange' });

/** Reviews of the audit trail, and what they leave out. */
export const auditReviewPageRepresentation = z
  .object({
    reviews: z.array(auditReviewRepresentation).readonly(),
    nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page; null at the end.' }),
    upTo: z.int().meta({ description: 'The position up to which the trail was compared with the reviews.' }),
    uncovered: z
      .array(uncoveredRangeRepresentation)
      .readonly()
      .nullable()
      .meta({ description: 'Oldest first, at most 100; null beyond the first page.' }),
    moreUncovered: z.boolean().meta({ description: 'Whether more ranges follow those listed.' }),
  })
  .meta({ id: 'AuditReviewPage' });
