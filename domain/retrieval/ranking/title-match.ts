import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { matchConcepts, withoutNested } from '../../language/concept-matcher.ts';
import { isGenericWord } from '../../language/generic-words.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { tokenize } from '../../language/tokenize.ts';
import { conceptTerm } from '../lexical/lexical-query.ts';
import type { Passage } from '../passage.ts';
import type { Subject } from './question-subjects.ts';

/** The subjects that a title names, each by its index terms, without numbers and "protocol". */
const thingsInTitle = weakMemoize(({ title }: Pick<Passage, 'title'>): readonly (readonly string[])[] => {
  const tokens = tokenize(title);
  const stems = tokens.map(({ text }) => stem(text));
  const named = new Set<number>();
  const places = Map.groupBy(
    withoutNested(matchConcepts(tokens, stems, true)),
    ({ start, length }) => `${start} ${length}`,
  );
  const concepts = [...places.values()].map((matches) => {
    const { start = 0, length = 0 } = matches[0] ?? {};
    for (let at = start; at < start + length; at += 1) named.add(at);
    const word = length === 1 ? stems[start] : undefined;
    return [
      ...matches.map(({ concept }) => conceptTerm(concept.name)),
      ...(word === undefined ? [] : [word]),
    ];
  });
  const words = tokens.flatMap(({ text }, at) => {
    const word = stems[at] ?? text;
    const isThing = !named.has(at) && !stopWords.has(text) && !isGenericWord(word) && !/\d/.test(word);
    return isThing ? [[word]] : [];
  });
  return [...concepts, ...words];
});

/**
 * How well a title and a question agree, 0 to 1: the harmonic mean of the share of the question in the title and of the
 * title in the question. A document titled exactly with the subject ranks before one with more in its title, and before
 * one that only mentions the subject.
 */
export const titleMatch = (
  passage: Pick<Passage, 'title'>,
  subjects: readonly Subject[],
  weights: readonly number[],
): number => {
  const things = thingsInTitle(passage);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (things.length === 0 || all === 0) return 0;
  const inTitle = new Set(things.flat());
  const asked = new Set(subjects.flatMap(({ forms }) => forms));
  const ofQuestion =
    subjects.reduce(
      (sum, { forms }, at) => sum + (forms.some((form) => inTitle.has(form)) ? (weights[at] ?? 0) : 0),
      0,
    ) / all;
  const ofTitle = things.filter((forms) => forms.some((form) => asked.has(form))).length / things.length;
  return ofQuestion + ofTitle === 0 ? 0 : (2 * ofQuestion * ofTitle) / (ofQuestion + ofTitle);
};
