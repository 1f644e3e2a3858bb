import { type ConceptMatch, isNested, matchConcepts } from '../../language/concept-matcher.ts';
import { isGenericWord } from '../../language/generic-words.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { commonWords } from '../../language/terminology/common-words.ts';
import type { Concept } from '../../language/terminology/concept.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import type { ConceptKind } from '../../language/terminology/table-rows.ts';
import { tokenize } from '../../language/tokenize.ts';
import { protocolFamily, protocolNumberKey } from '../protocol-numbers.ts';
import type { QueryInterpretation } from '../query/query-interpretation.ts';

/** A term of the lexical index: a stem or measure as it is, a concept with `#` before its preferred name. */
export type LexicalTerm = { readonly term: string; readonly weight: number };

/** The index term of a concept. */
export const conceptTerm = (name: string): string => `#${name}`;

/** The concept that an index term stands for; `undefined` for a word. */
export const conceptOfTerm = (term: string): Concept | undefined =>
  term.startsWith('#') ? conceptByName.get(term.slice(1)) : undefined;

/** How much a concept of each kind says about what is wanted. */
const kindWeights: Readonly<Record<ConceptKind, number>> = {
  drug: 1,
  condition: 1,
  procedure: 0.9,
  finding: 0.7,
  equipment: 0.7,
  operations: 0.9,
  route: 0.4,
  population: 0.25,
};

/** A concept that the one asked for belongs to counts less than that one itself. */
const broaderWeight = 0.35;
/** What is written of all sorts of a thing is written of the sort that was asked for, but less surely meant. */
const sortWeight = 0.85;
/** Words of a name whose concept is searched anyway: a common name must not outweigh a rare word beside it. */
const coveredWordWeight = 0.3;
/** Words that say what sort of answer is wanted rather than about what. */
const genericWordWeight = 0.25;
const plainWordWeight = 1;
/** Everyday words ("car", "kitchen") are the story; the terms of medicine are its subject. */
const everydayWordWeight = 0.4;
/** A concept whose name is part of a longer one, as "pain" is of "labor pain". */
const nestedShare = 0.4;
/** The same where the longer name is a sort of the shorter, as "beta blocker overdose" is of "overdose". */
const nestedBroaderShare = 0.75;
/** "2 hours" or "10" occur everywhere and mean little by themselves. */
const numberWeight = 0.4;
/** What was written, beside what it was expanded to. */
const abbreviationWeight = 0.7;
/** What was written, beside what it was corrected to. */
const misspellingWeight = 0.2;
/** A protocol asked for by number is meant, whatever else is said; its siblings, parents and who mentions it may be. */
const protocolNumberWeight = 3;
const protocolFamilyWeight = 1.5;
const protocolMentionWeight = 1.5;

const shareOf = (match: ConceptMatch, matches: readonly ConceptMatch[]): number => {
  const around = matches.filter((other) => isNested(match, [other]));
  if (around.length === 0) return 1;
  return around.some(({ concept }) => concept.broader.includes(match.concept.name))
    ? nestedBroaderShare
    : nestedShare;
};

/** Words of long expansions: together they weigh what the abbreviation did. */
const wordsOfExpansions = (expansions: QueryInterpretation['expansions']): ReadonlySet<string> =>
  new Set(
    expansions.flatMap(({ to }) => {
      const words = tokenize(to).map((token) => stem(token.text));
      return words.length > 1 ? words : [];
    }),
  );

/**
 * The weighted terms that a question is searched with: its words, the concepts that it names and, with less weight,
 * the concepts that those belong to. A term occurs once, with its greatest weight, in order of first mention.
 */
export const lexicalQuery = (
  interpretation: Pick<QueryInterpretation, 'searchedFor' | 'protocolNumbers' | 'expansions'> &
    Partial<Pick<QueryInterpretation, 'corrections'>>,
): readonly LexicalTerm[] => {
  const tokens = tokenize(interpretation.searchedFor);
  const stems = tokens.map((token) => stem(token.text));
  const matches = matchConcepts(tokens, stems, true);
  const weights = new Map<string, number>();
  const add = (term: string, weight: number): void => {
    weights.set(term, Math.max(weights.get(term) ?? 0, weight));
  };
  const covered = new Set<number>();
  const expanded = wordsOfExpansions(interpretation.expansions);
  for (const match of matches) {
    const { concept, start, length } = match;
    const weight = kindWeights[concept.kind] * shareOf(match, matches);
    add(conceptTerm(concept.name), weight);
    for (const [names, share] of [
      [concept.sortOf, sortWeight],
      [concept.broader, broaderWeight],
    ] as const) {
      for (const name of names) {
        const kind = conceptByName.get(name)?.kind ?? concept.kind;
        add(conceptTerm(name), share * Math.min(weight, kindWeights[kind]));
      }
    }
    for (let at = start; at < start + length; at += 1) covered.add(at);
  }
  tokens.forEach((token, index) => {
    const word = stems[index] ?? token.text;
    if (stopWords.has(token.text)) return;
    if (isGenericWord(word)) add(word, genericWordWeight);
    else if (/^\d/.test(word)) add(word, numberWeight);
    else if (commonWords.has(token.text)) add(word, everydayWordWeight);
    else add(word, covered.has(index) || expanded.has(word) ? coveredWordWeight : plainWordWeight);
  });
  for (const { from } of interpretation.expansions) {
    for (const token of tokenize(from)) {
      if (!stopWords.has(token.text)) add(stem(token.text), abbreviationWeight);
    }
  }
  for (const { from } of interpretation.corrections ?? []) add(stem(from), misspellingWeight);
  for (const number of interpretation.protocolNumbers) {
    add(protocolFamily(number), protocolFamilyWeight);
    add(number, protocolMentionWeight);
    add(protocolNumberKey(number), protocolNumberWeight);
  }
  return [...weights].map(([term, weight]) => ({ term, weight }));
};
