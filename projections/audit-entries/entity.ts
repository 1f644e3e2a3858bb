import { defineEntity, p } from '@mikro-orm/core';
import type { AnyEvent } from '../../domain/all-events.ts';
import type { Role } from '../../domain/kernel/actor.ts';
import type { StreamCategory } from '../../domain/kernel/event.ts';
import type { AccessBasis } from '../../domain/ownership/access-grounds.ts';
import type { RowOf } from '../row-of.ts';

/** One row per event of the log: who did what, when, on whose behalf, from where. Free of PHI: no event data. */
export const auditEntryEntity = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  schema: '*',
  properties: {
    eventId: p.text().primary(),
    position: p.bigint('number'),
    type: p.text().$type<AnyEvent['type']>(),
    /** A sentence that describes the event. */
    action: p.text(),
    streamId: p.text(),
    category: p.text().$type<StreamCategory>(),
    revision: p.integer(),
    recordedAt: p.text(),
    actorId: p.text(),
    actorRole: p.text().$type<Role>(),
    onBehalfOf: p.text().strictNullable(),
    correlationId: p.text(),
    causationId: p.text(),
    traceparent: p.text().strictNullable(),
    ip: p.text().strictNullable(),
    userAgent: p.text().strictNullable(),
    /** Whether PHI was detected or declared in the event. */
    phi: p.boolean(),
    /** The data subject whose key seals the event. */
    subject: p.text().strictNullable(),
    /** The people and things concerned. */
    about: p.array(),
    /** For an access: the grounds on which it was allowed. */
    basis: p.text().$type<AccessBasis>().strictNullable(),
  },
  // Every event of the system updates each index, so only selective filters have one. A category is found by the
  // prefix of its streams; PHI is filtered while scanning in order of position.
  indexes: [
    { properties: ['position'] },
    { properties: ['streamId', 'position'] },
    { properties: ['actorId', 'position'] },
    { properties: ['correlationId', 'position'] },
    { properties: ['about'], type: 'gin' },
    { properties: ['onBehalfOf', 'position'] },
    { properties: ['type', 'position'] },
    { properties: ['recordedAt'] },
    { properties: ['actorRole', 'position'] },
    { properties: ['basis', 'position'] },
  ],
});
export type AuditEntryRow = RowOf<typeof auditEntryEntity>;
