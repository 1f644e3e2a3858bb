import { defineEntity, p } from '@mikro-orm/core';
import type { ReviewCause } from '../../domain/consultation/review/calls-for-review.ts';
import type { ReviewKind, reviewVerdicts } from '../../domain/consultation/review/review-events.ts';
import type { RowOf } from '../row-of.ts';

/** One row per review, open or resolved. Free of content, which is read from the log, where it is sealed. */
export const reviewEntity = defineEntity({
  name: 'Review',
  tableName: 'reviews',
  schema: '*',
  properties: {
    /** `<kind>-<queryId>`. */
    reviewId: p.text().primary(),
    kind: p.text().$type<ReviewKind>(),
    queryId: p.text(),
    /** The data subject of the question. Not shown. */
    subject: p.text(),
    askedBy: p.text(),
    state: p.text().$type<'open' | 'resolved'>(),
    /** The causes, each once, in order of occurrence. */
    causes: p.json<readonly ReviewCause[]>(),
    /** When it was first opened, and the log position of that: the order of the list. */
    openedAt: p.text(),
    openedPosition: p.bigint('number'),
    verdict: p.text().$type<(typeof reviewVerdicts)[number]>().strictNullable(),
    resolvedBy: p.text().strictNullable(),
    resolvedAt: p.text().strictNullable(),
  },
  indexes: [
    { properties: ['subject'] },
    { properties: ['openedPosition'] },
    { properties: ['state', 'openedPosition'] },
    { properties: ['kind', 'openedPosition'] },
  ],
});
export type ReviewRow = RowOf<typeof reviewEntity>;
