import { matchDrugs, withoutNested } from '../../language/concept-matcher.ts';
import { stem } from '../../language/stem.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';

/** Returns the drugs that a text names, as named by the terminology, without their classes. */
export const namedDrugs = (text: string): ReadonlySet<string> => {
  const tokens = tokenize(text);
  const stems = tokens.map((token) => stem(token.text));
  const matches = withoutNested(matchDrugs(tokens, stems, false));
  const isMatched = new Set(
    matches.flatMap(({ start, length }) => Array.from({ length }, (_, at) => start + at)),
  );
  return new Set([
    ...matches.map(({ concept }) => concept.name),
    // Names that are known only by their spelling, because the drug has no concept.
    ...tokens.flatMap(({ text: word }, at) => (drugNames.has(word) && !isMatched.has(at) ? [word] : [])),
  ]);
};
