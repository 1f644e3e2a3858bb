import { type FeedbackKind, feedbackKinds } from '../../domain/consultation/feedback-kind.ts';
import { defineKeyedProjection } from '../keyed-projection.ts';
import { type DocumentFeedbackRow, documentFeedbackEntity } from './entity.ts';

type Judgement = { readonly kind: FeedbackKind; readonly docKey?: string | undefined };

const nothingYet = (docKey: string): DocumentFeedbackRow => ({
  docKey,
  helpful: 0,
  wrong: 0,
  outdated: 0,
  missing: 0,
});

const counted = (
  row: DocumentFeedbackRow,
  judgement: Judgement | undefined,
  by: 1 | -1,
): DocumentFeedbackRow =>
  judgement?.docKey === row.docKey
    ? { ...row, [judgement.kind]: Math.max(0, row[judgement.kind] + by) }
    : row;

const documentsOf = (...judgements: readonly (Judgement | undefined)[]): readonly string[] => [
  ...new Set(judgements.flatMap((judgement) => judgement?.docKey ?? [])),
];

/** Counts of judgements for each document: a changed judgement moves from its old count to its new one. */
export const documentFeedbackProjection = defineKeyedProjection({
  name: 'document-feedback',
  version: 1,
  entity: documentFeedbackEntity,
  key: 'docKey',
  folds: {
    FeedbackGiven: {
      keys: ({ data }) => documentsOf(data, data.replaces),
      evolve: (row, { data }, docKey) => {
        const after = counted(counted(row ?? nothingYet(docKey), data.replaces, -1), data, 1);
        return feedbackKinds.some((kind) => after[kind] > 0) ? after : undefined;
      },
    },
  },
});
