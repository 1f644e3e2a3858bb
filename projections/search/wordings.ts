import { type LexicalTerm, lexicalQuery } from '../../domain/retrieval/lexical/lexical-query.ts';
import type { QueryInterpretation } from '../../domain/retrieval/query/query-interpretation.ts';

/** A question as it is searched: its words as terms, made once and passed along. */
export type Wording = Pick<QueryInterpretation, 'searchedFor' | 'protocolNumbers'> & {
  readonly terms: readonly LexicalTerm[];
};

/** A further wording of it; what the person wrote is searched as such already. */
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
