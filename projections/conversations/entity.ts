import { defineEntity, p } from '@mikro-orm/core';
import type { ClinicalContext } from '../../domain/consultation/clinical-context.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';

/** One row per conversation. */
export const conversationEntity = defineEntity({
  name: 'Conversation',
  tableName: 'conversations',
  schema: '*',
  properties: {
    conversationId: p.text().primary(),
    /** The subject whose key seals the row's events. Not shown. */
    subject: p.text(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    title: p.text().$type<Sealed<string>>().strictNullable(),
    /** The facts known about the patient; null when there are none. */
    clinicalContext: p.json<Sealed<ClinicalContext>>().strictNullable(),
    startedAt: p.text(),
    /** Id of the actor who started it. */
    startedBy: p.text(),
    /** The owner: the person for whom a service started it, or else the person who did. */
    owner: p.text(),
    /** The last time that it was started, its context was set, or a question was asked in it. */
    updatedAt: p.text(),
    /** Log position of that change: the order of the list. */
    updatedPosition: p.bigint('number'),
    queryCount: p.integer(),
    /** The revision of the conversation's stream. */
    revision: p.integer(),
  },
  indexes: [
    { properties: ['subject'] },
    { properties: ['updatedPosition'] },
    { properties: ['startedBy', 'updatedPosition'] },
    { properties: ['owner', 'updatedPosition'] },
  ],
});
export type ConversationRow = OpenedRow<RowOf<typeof conversationEntity>>;

export const conversationSealing = defineSealing(conversationEntity, {
  projection: 'conversations',
  since: 3,
  key: 'conversationId',
  columns: { title: null, clinicalContext: null },
});
