import { defineEntity, p } from '@mikro-orm/core';
import type { FeedbackKind } from '../../domain/consultation/feedback-kind.ts';
import type { Role } from '../../domain/kernel/actor.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';

/** One row per person and answer: the current judgement. */
export const feedbackEntity = defineEntity({
  name: 'Feedback',
  tableName: 'feedback',
  schema: '*',
  properties: {
    /** `<queryId>/<givenBy>`. */
    feedbackId: p.text().primary(),
    queryId: p.text(),
    /** The subject whose key seals the row's events. Not shown. */
    subject: p.text(),
    givenBy: p.text(),
    /** The actor, who may have acted on behalf of the person. */
    actorRole: p.text().$type<Role>(),
    kind: p.text().$type<FeedbackKind>(),
    /** Null when the answer as a whole was judged. */
    docKey: p.text().strictNullable(),
    chunkId: p.text().strictNullable(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    comment: p.text().$type<Sealed<string>>().strictNullable(),
    givenAt: p.text(),
    /** Log position of the judgement: the order of the list. */
    givenPosition: p.bigint('number'),
    /** The number of times that the person judged this answer. */
    timesGiven: p.integer(),
  },
  indexes: [
    { properties: ['subject'] },
    { properties: ['givenPosition'] },
    { properties: ['kind', 'givenPosition'] },
    { properties: ['docKey', 'givenPosition'] },
  ],
});
export type FeedbackRow = OpenedRow<RowOf<typeof feedbackEntity>>;

export const feedbackSealing = defineSealing(feedbackEntity, {
  projection: 'feedback',
  since: 3,
  key: 'feedbackId',
  columns: { comment: null },
});
