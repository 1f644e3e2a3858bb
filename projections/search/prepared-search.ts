import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import type { QueryVocabulary } from '../../domain/retrieval/query/query-vocabulary.ts';
import type { ResolvedFilters } from '../../domain/retrieval/query/resolve-drug-filter.ts';
import type { SearchRequest } from '../../ports/knowledge-search.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import type { CorpusLookups, Reading } from './corpus-lookups.ts';
import type { KnowledgeSearchServices } from './knowledge-search-services.ts';
import type { SearchSteps } from './search-steps.ts';

/** An interpreted request, and the index to search. */
export type PreparedSearch = {
  /** The request, with its narrowed filters. */
  readonly request: SearchRequest;
  readonly narrowed: ResolvedFilters;
  readonly reading: Reading;
  readonly index: CorpusIndex;
  /** The model whose vectors the index holds. */
  readonly model: EmbeddingModelName;
  readonly steps: SearchSteps;
};

/** The services shared by the stages of all searches of a process. */
export type SearchStages = {
  readonly services: KnowledgeSearchServices;
  /** The time limit of each of the two searches in milliseconds. */
  readonly timeout: number;
  readonly lookups: CorpusLookups;
  /** The vocabulary used when the words of the corpus are not available. */
  readonly plainVocabulary: QueryVocabulary;
};
