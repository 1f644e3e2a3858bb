import type { Passage } from '../domain/retrieval/passage.ts';
import type { QueryInterpretation } from '../domain/retrieval/query/query-interpretation.ts';
import type { VariationChoice } from '../domain/retrieval/query/query-variations.ts';
import type { SearchFilters } from '../domain/retrieval/search-filters.ts';

export type SearchRequest = {
  readonly query: string;
  readonly filters: SearchFilters;
  /** Maximum number of results. */
  readonly limit: number;
  /** Whether each result lists its score from each stage. */
  readonly debug?: boolean;
  /** The query contains PHI: it must not be sent to a model that leaves the premises. */
  readonly phi?: boolean;
  /**
   * The person searching. Results are cached for them alone: a fast answer, or one marked as cached, must not reveal
   * another person's search.
   */
  readonly askedBy?: string;
  /** The results will be cited: weak matches are omitted if enough strong ones cover more of the question. */
  readonly forAnswer?: boolean;
  /** Whether further wordings of the question are searched too; default: `auto`, if the question needs it. */
  readonly variations?: VariationChoice;
  /** Minimum score of results, from 0 to 1. */
  readonly threshold?: number;
  /** The specialties set by the asker, which take precedence over those detected in the question. */
  readonly specialties?: readonly string[];
  /**
   * Restricts results to documents of those specialties, or of those detected in the question; filters by specialty
   * take precedence.
   */
  readonly narrowToSpecialty?: boolean;
  /** The index must have reached this log position first. */
  readonly after?: number;
};

export type SearchResult = {
  readonly passage: Passage;
  /** Final score, from 0 to 1, higher is better; comparable within one search only. */
  readonly score: number;
  /** The match is so weak that the passage is probably about something else. */
  readonly weak?: true;
  /** With `debug`: the contribution of each stage or feature. */
  readonly stages?: Readonly<Record<string, number>>;
};

/** The search methods, by meaning and by words, and the cross-encoder that reranks their results. */
export const searchSources = ['dense', 'lexical', 'rerank'] as const;

/** The outcome of one step of a search: a failed step degrades the result but does not fail the search. */
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
  /** The filters finally applied. */
  readonly filters: SearchFilters;
  /** The outcome of each step; with `cached`, that of the original search. */
  readonly sources: readonly SearchStage[];
  /** Caveats about the results, each a sentence for a person. Empty when there are none. */
  readonly warnings: readonly string[];
  /** Whether the results were cached from an identical search of the same person on the same index content. */
  readonly cached: boolean;
  /** The duration of the whole search, including the wait for a fresh index. */
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
   * All passages of a live version in reading order, from the index searched last: empty when it is no longer the live
   * one, or nothing was searched yet. Usually the same array while the document does not change.
   */
  readonly wholeDocument: (docKey: string, version: number) => Promise<readonly Passage[]>;
};

/** Caveats for an answer or a search that lacks one of the steps. */
export const warningWithout: Readonly<Record<SearchStage['source'], string>> = {
  dense: 'The semantic search did not answer; the result may be incomplete.',
  lexical: 'The keyword search did not answer; the result may be incomplete.',
  rerank: 'The results were not reranked; a better passage may be further down.',
};
