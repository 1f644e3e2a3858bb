import type { SourceType } from '../../knowledge/source-type.ts';

/** The kinds of sources, for their weight: those of the knowledge base and external ones. */
export type SourceKind =
  | 'guideline'
  | 'textbook'
  | 'reference'
  | 'label'
  | 'trial'
  | 'review'
  | 'article'
  | 'note';

/**
 * Guidelines before textbooks before licensed references before recent trials (query orchestration, "Parallel search";
 * semantic search, first example). Labels are references, too; reviews sum up trials.
 */
export const sourceRanks: Readonly<Record<SourceKind, number>> = {
  guideline: 0,
  textbook: 1,
  reference: 2,
  label: 2,
  review: 3,
  trial: 3,
  article: 4,
  note: 5,
};

/** An agency's protocols and policies are its guidelines. What a journal has is mostly a trial or a sum of them. */
const kindOfSourceType: Readonly<Record<SourceType, SourceKind>> = {
  guideline: 'guideline',
  protocol: 'guideline',
  policy: 'guideline',
  textbook: 'textbook',
  drug_formulary: 'reference',
  journal: 'trial',
  note: 'note',
};

/** The order of the documents of a type, from 0 for those with the most weight. */
export const rankOfSourceType = (sourceType: SourceType): number => sourceRanks[kindOfSourceType[sourceType]];
