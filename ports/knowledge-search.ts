import type { Passage } from '../domain/retrieval/passage.ts';
import type { QueryInterpretation } from '../domain/retrieval/query/query-interpretation.ts';
import type { VariationChoice } from '../domain/retrieval/query/query-variations.ts';
import type { SearchFilters } from '../domain/retrieval/search-filters.ts';

export type SearchRequest = {
  readonly query: string;
  readonly filters: SearchFilters;
  /** The most results. */
  readonly limit: number;
  /** Whether each result lists its score from each stage. */
  readonly debug?: boolean;
  /** The query holds PHI: it must not be given to a model that leaves the premises. */
  readonly phi?: boolean;
  /**
   * The person searching. Results are remembered for them alone: a fast answer, or one marked as remembered, must not
   * reveal another person's search.
   */
  readonly askedBy?: string;
  /** The results are to be cited: weak matches are left out where enough strong ones cover more of the question. */
  readonly forAnswer?: boolean;
  /** Whether further wordings are searched beside the question; `auto` where it deserves that, when absent. */
  readonly variations?: VariationChoice;
  /** Results whose score is below it are not shown; from 0 to 1. */
  readonly threshold?: number;
  /** The field of the question, set by the asker: takes precedence over the field detected in the question. */
  readonly specialties?: readonly string[];
  /** Only documents of those fields, or of those detected in the question; filters by specialty take precedence. */
  readonly narrowToSpecialty?: boolean;
  /** The index must have reached this log position first. */
  readonly after?: number;
};

export type SearchResult = {
  readonly passage: Passage;
  /** Final score, from 0 to 1, higher is better; comparable within one search only. */
  readonly score: number;
  /** It matches the question so little that it is probably about something else. */
  readonly weak?: true;
  /** With `debug`: stage or feature name to its contribution. */
  readonly stages?: Readonly<Record<string, number>>;
};

/** The search methods, by meaning and by words, and the cross-encoder that reranks their results. */
export const searchSources = ['dense', 'lexical', 'rerank'] as const;

/** How one step of a search went: a failed one degrades the result, it does not fail the search. */
export type SearchStage = {
  readonly source: (typeof searchSources)[number];
  readonly outcome: 'ok' | 'failed' | 'timeout';
  readonly found: number;
  readonly milliseconds: number;
  readonly reason?: string;
};

export type SearchOutcome = {
  readonly results: readonly SearchResult[];
  readonly interpretation: QueryInterpretation;
  /** By which the search was narrowed in the end. */
  readonly filters: SearchFilters;
  /** With `cached`: how the steps went when the results were found. */
  readonly sources: readonly SearchStage[];
  /** Caveats about the results, each a sentence for a person. Empty when there are none. */
  readonly warnings: readonly string[];
  /** Whether the results were remembered from an equal search of the same person on the same content of the index. */
  readonly cached: boolean;
  /** How long the search took as a whole, waiting for the index to be fresh included. */
  readonly milliseconds: number;
  readonly index: { readonly generation: number; readonly position: number; readonly model: string };
};

/**
 * Finds passages of live documents. Superseded and withdrawn ones never appear. Rejects with a Failure:
 * `validation_error` when a filter names an unknown drug, `unavailable` when no search method answers.
 */
export type KnowledgeSearch = {
  readonly search: (request: SearchRequest) => Promise<SearchOutcome>;
  /**
   * All passages of a live version in reading order, from the index searched last: empty when it is no longer the
   * live one, or nothing was searched yet. Usually the same array as long as the document does not change.
   */
  readonly wholeDocument: (docKey: string, version: number) => Promise<readonly Passage[]>;
};

/** The caveats of an answer or a search without one of the steps. */
export const warningWithout: Readonly<Record<SearchStage['source'], string>> = {
  dense: 'The semantic search did not answer; the result may be incomplete.',
  lexical: 'The keyword search did not answer; the result may be incomplete.',
  rerank: 'The results were not reranked; a better passage may be further down.',
};
