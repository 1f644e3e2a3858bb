import { defineEntity, p } from '@mikro-orm/core';
import type { RowOf } from '../row-of.ts';

/** One row per rated document: the number of people for each judgement. */
export const documentFeedbackEntity = defineEntity({
  name: 'DocumentFeedback',
  tableName: 'document_feedback',
  schema: '*',
  properties: {
    docKey: p.text().primary(),
    helpful: p.integer(),
    wrong: p.integer(),
    outdated: p.integer(),
    missing: p.integer(),
  },
});
export type DocumentFeedbackRow = RowOf<typeof documentFeedbackEntity>;
