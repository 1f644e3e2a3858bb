import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { withImplied } from '../../language/terminology/concepts.ts';
import { analyzeText } from '../../retrieval/lexical/analyze-text.ts';
import { conceptTerm } from '../../retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../retrieval/passage.ts';

/** The terms of a text as the lexical index has them. */
export const termsIn = (text: string): ReadonlySet<string> => {
  const { words, concepts } = analyzeText(text);
  return new Set([...words, ...withImplied(concepts).map(conceptTerm)]);
};

/** The terms of the title of a passage. */
export const titleTermsOf = weakMemoize(({ title }: Passage) => termsIn(title));
