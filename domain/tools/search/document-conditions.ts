import { matchConcepts, withoutNested } from '../../language/concept-matcher.ts';
import { stem } from '../../language/stem.ts';
import { withImplied } from '../../language/terminology/concepts.ts';
import { tokenize } from '../../language/tokenize.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { containsWords } from './words-in.ts';

type Titled = Pick<Passage, 'title' | 'condition'>;

/** The conditions of the terminology that a text names, by their preferred names. */
const namedIn = (text: string): readonly string[] => {
  const tokens = tokenize(text);
  const stems = tokens.map((token) => stem(token.text));
  return [
    ...new Set(
      withoutNested(matchConcepts(tokens, stems, true)).flatMap(({ concept: { kind, name } }) =>
        kind === 'condition' ? [name] : [],
      ),
    ),
  ];
};

/** The conditions that a document covers: those of its metadata, or else those that its title names. */
export const conditionsOf = ({ title, condition = [] }: Titled): readonly string[] =>
  condition.length > 0
    ? condition
    : namedIn(title).map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`);

/**
 * Returns a predicate: true when a document is about a condition, under any name: its own, a synonym in the
 * terminology, or the name of a broader condition. Documents without the metadata are recognised by their titles.
 */
export const isAboutCondition = (condition: string): ((document: Titled) => boolean) => {
  const wanted = new Set(namedIn(condition));
  return (document) =>
    [...(document.condition ?? []), document.title].some(
      (text) => containsWords(text, condition) || withImplied(namedIn(text)).some((name) => wanted.has(name)),
    );
};
