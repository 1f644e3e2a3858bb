import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '../../domain/kernel/actor.ts';
import type { BreakGlassOutcome } from '../../domain/ownership/break-glass-events.ts';
import type { RowOf } from '../row-of.ts';

/** One row a break-glass grant. Free of PHI: reason and note are read from the log, where they are sealed. */
export const breakGlassEntity = defineEntity({
  name: 'BreakGlassGrant',
  tableName: 'break_glass',
  schema: '*',
  properties: {
    grantId: p.text().primary(),
    /** Whom the grant's reason is sealed for: the data subject of what it opens. */
    subject: p.text(),
    /** Who opened it. */
    holder: p.text(),
    holderRole: p.text().$type<Role>(),
    /** What it opens: one of these. */
    conversationId: p.text().strictNullable(),
    queryId: p.text().strictNullable(),
    aboutSubject: p.text().strictNullable(),
    /** Whether no one has approved it yet, where it needs that. */
    awaitsApproval: p.boolean(),
    approvedBy: p.text().strictNullable(),
    /** When it was opened or approved; until it is approved, when it was asked for. */
    openedAt: p.text(),
    expiresAt: p.text(),
    streamId: p.text(),
    /** Log position at which it was opened or asked for: the order of the list. */
    openedPosition: p.bigint('number'),
    /** Of the event that opened it or asked for it, and of the one that reviewed it. */
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
