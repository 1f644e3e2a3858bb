import type { AnswerSource } from '../../../domain/consultation/answer-citation.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { KnowledgeSearch } from '../../../ports/knowledge-search.ts';
import type { DocumentId } from './composer-job.ts';

/** Passages by document, in reading order. */
export type Documents = ReadonlyMap<DocumentId, readonly Passage[]>;

/** Returns the whole documents behind the search results, omitting those that are no longer live. */
export const wholeDocumentsOf = async (
  results: readonly AnswerSource[],
  wholeDocument: KnowledgeSearch['wholeDocument'],
): Promise<Documents> => {
  const wanted = new Map(
    results.map(({ passage: { docKey, version } }) => [`${docKey}@${version}`, { docKey, version }] as const),
  );
  const found = await Promise.all(
    [...wanted].map(async ([id, { docKey, version }]) => [id, await wholeDocument(docKey, version)] as const),
  );
  return new Map(found.filter(([, passages]) => passages.length > 0));
};
