import { type LexicalTerm, lexicalQuery } from '../../domain/retrieval/lexical/lexical-query.ts';
import { interpretQuery } from '../../domain/retrieval/query/interpret-query.ts';
import type { QueryInterpretation } from '../../domain/retrieval/query/query-interpretation.ts';
import { rankPassages } from '../../domain/retrieval/ranking/rank-passages.ts';

/** The steps of a search that an evaluation can omit or replace. */
export type SearchSteps = {
  readonly interpret: typeof interpretQuery;
  /** The terms of the question as written. */
  readonly termsOf: (interpretation: QueryInterpretation) => readonly LexicalTerm[];
  readonly rank: typeof rankPassages;
};

export const allSteps: SearchSteps = { interpret: interpretQuery, termsOf: lexicalQuery, rank: rankPassages };
