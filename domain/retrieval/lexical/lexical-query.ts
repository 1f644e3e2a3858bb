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

/** A term of the lexical index: a stem or measure unchanged, or a concept's preferred name after `#`. */
export type LexicalTerm = { readonly term: string; readonly weight: number };

/** The index term of a concept. */
export const conceptTerm = (name: string): string => `#${name}`;

/** The concept of an index term; `undefined` for a word. */
export const conceptOfTerm = (term: string): Concept | undefined =>
  term.startsWith('#') ? conceptByName.get(term.slice(1)) : undefined;

/** The weight of each kind of concept as evidence of the subject. */
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

/** A broader concept counts less than the requested one. */
const broaderWeight = 0.35;
/** A passage about the general kind also applies to the requested kind, but is less surely meant. */
const sortWeight = 0.85;
/** Words of a name whose concept is searched anyway: a common name must not outweigh a rare word next to it. */
const coveredWordWeight = 0.3;
/** Words that describe the kind of answer rather than the subject. */
const genericWordWeight = 0.25;
const plainWordWeight = 1;
/** Everyday words ("car", "kitchen") tell the story; medical terms are the subject. */
const everydayWordWeight = 0.4;
/** A concept whose name is part of a longer one, as "pain" is of "labor pain". */
const nestedShare = 0.4;
/** Like `nestedShare`, where the longer name is a kind of the shorter, as "beta blocker overdose" is of "overdose". */
const nestedBroaderShare = 0.75;
/** "2 hours" or "10" occur everywhere and mean little alone. */
const numberWeight = 0.4;
/** The written form of an expanded abbreviation. */
const abbreviationWeight = 0.7;
/** The written form of a corrected word. */
const misspellingWeight = 0.2;
/** A protocol requested by number is certainly meant; its siblings, its parents and passages that mention it may be. */
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

/** Words of multi-word expansions: together they weigh as much as the abbreviation did. */
const wordsOfExpansions = (expansions: QueryInterpretation['expansions']): ReadonlySet<string> =>
  new Set(
    expansions.flatMap(({ to }) => {
      const words = tokenize(to).map((token) => stem(token.text));
      return words.length > 1 ? words : [];
    }),
  );

/**
 * The weighted search terms of a question: its words, the concepts that it names and, with less weight, the broader
 * concepts. Each term occurs once, with its greatest weight, in order of first mention.
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
