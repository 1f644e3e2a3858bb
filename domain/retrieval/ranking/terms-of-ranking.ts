import type { LexicalTerm } from '../lexical/lexical-query.ts';
import { normalizeProtocolNumber, protocolFamily, protocolNumberKey } from '../protocol-numbers.ts';
import type { QueryInterpretation } from '../query/query-interpretation.ts';
import { rankContextOf } from './rank-context.ts';

/**
 * The index terms that ranking looks up for a question: those searched, the parents and parts of its subjects, and the
 * protocols that it asks for.
 */
export const termsOfRanking = (
  interpretation: QueryInterpretation,
  terms: readonly LexicalTerm[],
): readonly string[] => {
  const { subjects } = rankContextOf(interpretation, terms);
  const searched = terms.map(({ term }) => term);
  return [
    ...new Set([
      ...searched,
      ...subjects.flatMap(({ forms, broader, words }) => [
        ...forms,
        ...[...broader, ...words].map(([term]) => term),
      ]),
      ...interpretation.protocolNumbers.flatMap((number) => [
        normalizeProtocolNumber(number),
        protocolNumberKey(number),
        protocolFamily(number),
      ]),
    ]),
  ];
};
