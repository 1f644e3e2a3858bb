import { type LexicalTerm, lexicalQuery } from '../../domain/retrieval/lexical/lexical-query.ts';
import type { QueryInterpretation } from '../../domain/retrieval/query/query-interpretation.ts';

/** A question as searched: its words as terms, computed once and passed along. */
export type Wording = Pick<QueryInterpretation, 'searchedFor' | 'protocolNumbers'> & {
  readonly terms: readonly LexicalTerm[];
};

/** True for a further wording: the person's own text is already searched. */
const plainly = (searchedFor: string): Wording => ({
  searchedFor,
  protocolNumbers: [],
  terms: lexicalQuery({ searchedFor, protocolNumbers: [], expansions: [] }),
});

/** The question, then its further wordings. */
export type Wordings = readonly [Wording, ...Wording[]];

/** All wordings of a question that has these terms. */
export const wordingsOf = (interpretation: QueryInterpretation, terms: readonly LexicalTerm[]): Wordings => [
  { ...interpretation, terms },
  ...interpretation.variations.map(plainly),
];
