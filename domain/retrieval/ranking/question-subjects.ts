import { type ConceptMatch, matchConcepts, withoutNested } from '../../language/concept-matcher.ts';
import type { Familiarity } from '../../language/dictionary.ts';
import { isGenericWord } from '../../language/generic-words.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import type { ConceptKind } from '../../language/terminology/table-rows.ts';
import { tokenize } from '../../language/tokenize.ts';
import { conceptTerm } from '../lexical/lexical-query.ts';
import type { QueryInterpretation } from '../query/query-interpretation.ts';
import type { QueryVocabulary } from '../query/query-vocabulary.ts';
import { wordsNamingBodies } from './issued-by.ts';

type WeightedTerm = readonly [term: string, rarity: number];

/** One subject of a question, which counts once however many words and forms it has. */
export type Subject = {
  /** Index terms that each stand for the whole subject: a concept, a word, or its original spelling. */
  readonly forms: readonly string[];
  /** Index terms of its parents, each with its rarity. */
  readonly broader: readonly WeightedTerm[];
  /** The words of a name of several, each with its rarity; none for a single word. */
  readonly words: readonly WeightedTerm[];
  /** Its weight: its rarity, reduced for circumstances and familiar words. */
  readonly weight: number;
  /** Its rarity alone, 0 to 1. */
  readonly rarity: number;
  /** Whether it is a named medical concept rather than a word. */
  readonly isConcept: boolean;
  readonly isDrug: boolean;
};

/** Kinds of concepts that name the patients or the route of administration rather than the subject. */
const circumstances: ReadonlySet<ConceptKind> = new Set(['population', 'route']);
const circumstanceWeight = 0.2;
/** "Yesterday" or "stuck" may be rare in a corpus and are still no subject. */
const familiarityWeights: Readonly<Record<Familiarity, number>> = { everyday: 0.1, common: 0.6, rare: 1 };

/** Ages, amounts and rates: they belong to the patient or the answer. */
const measure = /^\d|\//;

/** The longest names at each place, those of one place together. */
const namesIn = (matches: readonly ConceptMatch[]): readonly (readonly ConceptMatch[])[] => [
  ...Map.groupBy(withoutNested(matches), ({ start, length }) => `${start} ${length}`).values(),
];

/** The original text of an expanded or corrected word. */
const typedFor = (word: string, { expansions, corrections }: QueryInterpretation): readonly string[] =>
  [...expansions, ...corrections].flatMap(({ from, to }) =>
    tokenize(to).some(({ text }) => stem(text) === word) ? tokenize(from).map(({ text }) => stem(text)) : [],
  );

/**
 * The subjects of a question, each once: the concepts that it names, by their longest names, and the remaining words.
 * Words that only state the kind of answer or the patients, and amounts, are left out.
 *
 * @param isSearched whether an index term was searched with: a concept that was not is no subject either
 */
export const subjectsOf = (
  interpretation: QueryInterpretation,
  { rarityOf, familiarityOf }: Pick<QueryVocabulary, 'rarityOf' | 'familiarityOf'>,
  isSearched: (term: string) => boolean = () => true,
): readonly Subject[] => {
  const tokens = tokenize(interpretation.searchedFor);
  const stems = tokens.map(({ text }) => stem(text));
  const weighted = (term: string): WeightedTerm => [term, rarityOf(term)];
  const subjects = new Map<string, Subject>();
  const named = new Set<number>();
  const add = (key: string, subject: Subject): void => {
    const known = subjects.get(key);
    subjects.set(key, known ? { ...known, forms: [...known.forms, ...subject.forms] } : subject);
  };
  const known = matchConcepts(tokens, stems, true).filter(({ concept }) =>
    isSearched(conceptTerm(concept.name)),
  );
  for (const matches of namesIn(known)) {
    const [first] = matches;
    if (!first) continue;
    const places = tokens.flatMap((_, at) =>
      at >= first.start && at < first.start + first.length ? [at] : [],
    );
    for (const at of places) named.add(at);
    const forms = matches.map(({ concept }) => conceptTerm(concept.name));
    const words = places.flatMap((at) => (stopWords.has(tokens[at]?.text ?? '') ? [] : [stems[at] ?? '']));
    const isCircumstance = matches.every(({ concept }) => circumstances.has(concept.kind));
    const rarity = Math.min(...forms.map(rarityOf));
    add(forms.join(' '), {
      forms: words.length === 1 ? [...forms, ...words] : forms,
      broader: matches.flatMap(({ concept }) =>
        [...concept.sortOf, ...concept.broader].map((name) => weighted(conceptTerm(name))),
      ),
      words: words.length === 1 ? [] : words.map(weighted),
      weight: rarity * (isCircumstance ? circumstanceWeight : 1),
      rarity,
      isConcept: !isCircumstance,
      isDrug: matches.some(({ concept }) => concept.kind === 'drug'),
    });
  }
  const ofBodies = wordsNamingBodies(interpretation.original);
  tokens.forEach(({ text }, at) => {
    const word = stems[at] ?? text;
    if (
      named.has(at) ||
      ofBodies.has(text) ||
      stopWords.has(text) ||
      isGenericWord(word) ||
      measure.test(word)
    )
      return;
    const rarity = rarityOf(word);
    add(word, {
      forms: [word, ...typedFor(word, interpretation)],
      broader: [],
      words: [],
      weight: rarity * familiarityWeights[familiarityOf(text)],
      rarity,
      isConcept: false,
      isDrug: false,
    });
  });
  return [...subjects.values()];
};
