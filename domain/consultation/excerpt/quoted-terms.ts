import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { withImplied } from '../../language/terminology/concepts.ts';
import { analyzeText } from '../../retrieval/lexical/analyze-text.ts';
import { conceptTerm } from '../../retrieval/lexical/lexical-query.ts';
import type { ExcerptPart } from './write-excerpt.ts';

const analysisOf = weakMemoize(({ text }: ExcerptPart) => {
  const { words, concepts } = analyzeText(text);
  return {
    all: new Set([...words, ...withImplied(concepts).map(conceptTerm)]),
    named: new Set(concepts.map(conceptTerm)),
  };
});

/** The index terms of the quoted text. */
export const termsQuoted = (parts: readonly ExcerptPart[]): ReadonlySet<string> =>
  new Set(parts.flatMap((part) => [...analysisOf(part).all]));

/** The terms of the concepts that quoted text names itself, without their broader terms. */
export const conceptTermsQuoted = (parts: readonly ExcerptPart[]): ReadonlySet<string> =>
  new Set(parts.flatMap((part) => [...analysisOf(part).named]));
