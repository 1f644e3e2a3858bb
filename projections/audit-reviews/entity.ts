import { defineEntity, p } from '@mikro-orm/core';
import type { RowOf } from '../row-of.ts';

/** One row per review of the audit trail. Free of PHI: its note is read from the log, where it is sealed. */
export const auditReviewEntity = defineEntity({
  name: 'AuditReview',
  tableName: 'audit_reviews',
  schema: '*',
  properties: {
    reviewId: p.text().primary(),
    /** Log position at which it was recorded: the order of the list. */
    position: p.bigint('number'),
    /** The reviewed positions, both included. */
    firstPosition: p.bigint('number'),
    lastPosition: p.bigint('number'),
    /** The user to whose entries it is limited. */
    actorId: p.text().strictNullable(),
    /** The person or thing to which it is limited, in full. */
    about: p.text().strictNullable(),
    /** The person who reviewed. */
    reviewer: p.text(),
    reviewedAt: p.text(),
    /** The subject whose key seals the note. */
    noteSubject: p.text(),
    streamId: p.text(),
    revision: p.integer(),
  },
  indexes: [{ properties: ['position'] }],
});
export type AuditReviewRow = RowOf<typeof auditReviewEntity>;
