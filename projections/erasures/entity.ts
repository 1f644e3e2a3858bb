import { defineEntity, p } from '@mikro-orm/core';
import type { ErasureBasis, ErasureCertificate } from '../../domain/privacy/subject-events.ts';
import type { RowOf } from '../row-of.ts';

export const erasureStates = ['requested', 'confirmed', 'declined', 'expired', 'erased'] as const;
export type ErasureState = (typeof erasureStates)[number];

/** One row per request to erase a data subject. Free of PHI: the reason is read from the log, where it is sealed. */
export const erasureEntity = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  schema: '*',
  properties: {
    erasureId: p.text().primary(),
    /** The data subject in full. */
    subject: p.text(),
    streamId: p.text(),
    basis: p.text().$type<ErasureBasis>(),
    state: p.text().$type<ErasureState>(),
    requestedBy: p.text(),
    requestedAt: p.text(),
    /** Log position of the request: the order of the list. */
    requestedPosition: p.bigint('number'),
    confirmedBy: p.text().strictNullable(),
    confirmedAt: p.text().strictNullable(),
    /** When it was declined, expired or carried out. */
    closedAt: p.text().strictNullable(),
    certificate: p.json<ErasureCertificate>().strictNullable(),
  },
  indexes: [{ properties: ['requestedPosition'] }, { properties: ['state', 'requestedPosition'] }],
});
export type ErasureRow = RowOf<typeof erasureEntity>;
