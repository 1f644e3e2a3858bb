import { defineEntity, p } from '@mikro-orm/core';
import type { RowOf } from '../row-of.ts';

/** One row a document that somebody has judged: how many people hold which judgement of it. */
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
