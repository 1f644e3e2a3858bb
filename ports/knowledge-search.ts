import type { Passage } from '../domain/retrieval/passage.ts';
import type { QueryInterpretation } from '../domain/retrieval/query/query-interpretation.ts';
import type { VariationChoice } from '../domain/retrieval/query/query-variations.ts';
import type { SearchFilters } from '../domain/retrieval/search-filters.ts';

export type SearchRequest = {
  readonly query: string;
  readonly filters: SearchFilters;
  /** The most results. */
  readonly limit: number;
  /** Whether each result tells which stage gave it what score. */
  readonly debug?: boolean;
  /** The query holds PHI: it must not be given to a model that leaves the premises. */
  readonly phi?: boolean;
  /**
   * Whose search it is. What it finds is remembered for them alone: an answer that comes at once, or says that it was
   * remembered, must not tell what somebody else has asked.
   */
  readonly askedBy?: string;
  /** What is found is to be cited: weak matches are left out where enough strong ones cover more of the question. */
  readonly forAnswer?: boolean;
  /** Whether further wordings are searched beside the question; `auto` where it deserves that, when absent. */
  readonly variations?: VariationChoice;
  /** Results whose score is below it are not shown; from 0 to 1. */
  readonly threshold?: number;
  /** Of what field the question is, by whom asks it: comes before what the question tells. */
  readonly specialties?: readonly string[];
  /** Only documents of those fields, or of those that the question tells; filters by specialty go before. */
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

/** The ways of searching, by meaning and by words, and the closer look of a cross-encoder at what they found. */
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
  /** What the results must be read with, each a sentence for a person. Empty when there is nothing to say. */
  readonly warnings: readonly string[];
  /** Whether the results were remembered from an equal search of the same person on the same content of the index. */
  readonly cached: boolean;
  /** How long the search took as a whole, waiting for the index to be fresh included. */
  readonly milliseconds: number;
  readonly index: { readonly generation: number; readonly position: number; readonly model: string };
};

/**
 * Finds passages of live documents. Superseded and withdrawn ones never appear. Rejects with a Failure:
 * `validation_error` when a filter names a drug that nobody knows, `unavailable` when no way of searching answers.
 */
export type KnowledgeSearch = {
  readonly search: (request: SearchRequest) => Promise<SearchOutcome>;
  /**
   * All passages of a live version in reading order, as the index had them that was searched last: empty when it is not
   * the live one any more, or nothing was searched yet. Mostly the same array as long as the document stays as it is.
   */
  readonly wholeDocument: (docKey: string, version: number) => Promise<readonly Passage[]>;
};

/** What an answer or a search without one of the steps must be read with. */
export const warningWithout: Readonly<Record<SearchStage['source'], string>> = {
  dense: 'The semantic search did not answer; the result may be incomplete.',
  lexical: 'The keyword search did not answer; the result may be incomplete.',
  rerank: 'The results were not reranked; a better passage may be further down.',
};
