import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import type { QueryVocabulary } from '../../domain/retrieval/query/query-vocabulary.ts';
import type { ResolvedFilters } from '../../domain/retrieval/query/resolve-drug-filter.ts';
import type { SearchRequest } from '../../ports/knowledge-search.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import type { CorpusLookups, Reading } from './corpus-lookups.ts';
import type { KnowledgeSearchServices } from './knowledge-search-services.ts';
import type { SearchSteps } from './search-steps.ts';

/** A request that was read, and where it is searched. */
export type PreparedSearch = {
  /** With the filters that it is narrowed to. */
  readonly request: SearchRequest;
  readonly narrowed: ResolvedFilters;
  readonly reading: Reading;
  readonly index: CorpusIndex;
  /** Whose vectors the index holds. */
  readonly model: EmbeddingModelName;
  readonly steps: SearchSteps;
};

/** What the stages of all searches of a process share. */
export type SearchStages = {
  readonly services: KnowledgeSearchServices;
  /** Milliseconds that one way of searching may take. */
  readonly timeout: number;
  readonly lookups: CorpusLookups;
  /** What is read with where the words of the corpus cannot be had. */
  readonly plainVocabulary: QueryVocabulary;
};
