import { composeExtractiveAnswer } from '../../../domain/consultation/compose-extractive-answer.ts';
import type { AnswerComposer } from '../../../ports/answer-composer.ts';
import type { KnowledgeSearch } from '../../../ports/knowledge-search.ts';
import { wholeDocumentsOf } from './whole-documents-of.ts';

/** Composes answers synchronously, on the caller's thread. */
export const createInProcessComposer = ({
  wholeDocument,
}: Pick<KnowledgeSearch, 'wholeDocument'>): AnswerComposer => ({
  compose: async ({ interpretation, results, limit, clinicalContext }) => {
    const documents = await wholeDocumentsOf(results, wholeDocument);
    return composeExtractiveAnswer(interpretation, results, {
      limit,
      wholeDocument: (docKey, version) => documents.get(`${docKey}@${version}`) ?? [],
      context: clinicalContext,
    });
  },
});
