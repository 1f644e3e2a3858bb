import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '../../domain/kernel/actor.ts';
import type { BreakGlassOutcome } from '../../domain/ownership/break-glass-events.ts';
import type { RowOf } from '../row-of.ts';

/** One row per break-glass grant. Free of PHI: reason and note are read from the log, where they are sealed. */
export const breakGlassEntity = defineEntity({
  name: 'BreakGlassGrant',
  tableName: 'break_glass',
  schema: '*',
  properties: {
    grantId: p.text().primary(),
    /** The subject whose key seals the grant's reason: the data subject of its target. */
    subject: p.text(),
    /** The person who opened it. */
    holder: p.text(),
    holderRole: p.text().$type<Role>(),
    /** Its target: exactly one of these is set. */
    conversationId: p.text().strictNullable(),
    queryId: p.text().strictNullable(),
    aboutSubject: p.text().strictNullable(),
    /** Whether it still needs approval. */
    awaitsApproval: p.boolean(),
    approvedBy: p.text().strictNullable(),
    /** When it was opened or approved; while it awaits approval, when it was requested. */
    openedAt: p.text(),
    expiresAt: p.text(),
    streamId: p.text(),
    /** Log position at which it was opened or requested: the order of the list. */
    openedPosition: p.bigint('number'),
    /** The ids of the event that opened or requested it and of the one that reviewed it. */
    openedRevision: p.integer(),
    reviewedRevision: p.integer().strictNullable(),
    outcome: p.text().$type<BreakGlassOutcome>().strictNullable(),
    reviewedBy: p.text().strictNullable(),
    reviewedAt: p.text().strictNullable(),
  },
  indexes: [
    { properties: ['openedPosition'] },
    { properties: ['subject'] },
    { properties: ['outcome', 'openedPosition'] },
    { properties: ['awaitsApproval', 'openedPosition'] },
  ],
});
export type BreakGlassRow = RowOf<typeof breakGlassEntity>;
