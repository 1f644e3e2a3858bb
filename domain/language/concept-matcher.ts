import { stem } from './stem.ts';
import { stopWords } from './stop-words.ts';
import type { Concept } from './terminology/concept.ts';
import { concepts, drugs } from './terminology/concepts.ts';
import { unrelatedPhraseRows } from './terminology/tables.generated.ts';
import { type Token, tokenize } from './tokenize.ts';

/** An occurrence of a concept's name in a list of tokens. */
export type ConceptMatch = {
  readonly concept: Concept;
  /** The index of the first token, and the number of tokens. */
  readonly start: number;
  readonly length: number;
};

/** The concepts with one name, and those that have it only in questions. */
type Named = { readonly concepts: Concept[]; readonly questionConcepts: Concept[] };

/** A node of the trie of names, keyed by stems. */
type Node = Named & { readonly next: Map<string, Node>; isUnrelated: boolean };

type Names = {
  readonly root: Node;
  /** One-word names that match only as written, by that word. */
  readonly asWritten: ReadonlyMap<string, Named>;
  /** One-word names that match only in capitals, by that word in lower case. */
  readonly inCapitals: ReadonlyMap<string, Named>;
};

const nothingNamed = (): Named => ({ concepts: [], questionConcepts: [] });
const emptyNode = (): Node => ({ ...nothingNamed(), next: new Map(), isUnrelated: false });

/** A name from a table, as tokens. */
type Entry = {
  readonly concept: Concept;
  readonly words: readonly string[];
  readonly onlyInQuestions: boolean;
  readonly form: 'stem' | 'written' | 'capitals';
  /** True when its plural matches too. */
  readonly hasPlural: boolean;
};

/** Words of up to this length count as acronyms or short everyday words, which do not match by stem. */
const maxAcronymLength = 5;
const maxShortStemLength = 4;

const entryOf = (concept: Concept, name: string, onlyInQuestions: boolean): Entry => {
  const words = tokenize(name).map(({ text }) => text);
  const [only = ''] = words;
  const isOneWord = words.length === 1;
  const isMarked = concept.asWritten.has(name);
  const isShort = isOneWord && (only.length <= maxAcronymLength || stem(only).length <= maxShortStemLength);
  return {
    concept,
    words,
    onlyInQuestions,
    form: concept.inCapitals.has(name) ? 'capitals' : isOneWord && (isMarked || isShort) ? 'written' : 'stem',
    hasPlural: !isMarked && only.length >= 3,
  };
};

const pluralOf = (word: string): string => {
  if (/(?:s|x|ch|sh|z)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
};

const put = (named: Named, { concept, onlyInQuestions }: Entry): void => {
  const list = onlyInQuestions ? named.questionConcepts : named.concepts;
  if (!list.includes(concept)) list.push(concept);
};

const at = <Value>(map: Map<string, Value>, key: string, make: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  map.set(key, fresh);
  return fresh;
};

const nodeOf = (root: Node, words: readonly string[]): Node =>
  words.reduce((node, word) => at(node.next, stem(word), emptyNode), root);

const readNames = (concepts: readonly Concept[], unrelated: readonly string[]): Names => {
  const root = emptyNode();
  const asWritten = new Map<string, Named>();
  const inCapitals = new Map<string, Named>();
  const entries = concepts.flatMap((concept) => [
    ...[concept.name, ...concept.also].map((name) => entryOf(concept, name, false)),
    ...concept.onlyInQuestions.map((name) => entryOf(concept, name, true)),
  ]);
  const written = entries.filter(({ form }) => form === 'written');
  const taken = new Set(entries.filter(({ words }) => words.length === 1).flatMap(({ words }) => words));
  for (const entry of entries) {
    const [only = ''] = entry.words;
    if (entry.form === 'capitals') put(at(inCapitals, only, nothingNamed), entry);
    else if (entry.form === 'written') put(at(asWritten, only, nothingNamed), entry);
    else if (entry.words.length > 0) put(nodeOf(root, entry.words), entry);
  }
  // The plural of one acronym may be another ("HHN", "HHNS") or an everyday word ("DOE", "does").
  for (const entry of written) {
    const plural = pluralOf(entry.words[0] ?? '');
    if (entry.hasPlural && !taken.has(plural) && !stopWords.has(plural))
      put(at(asWritten, plural, nothingNamed), entry);
  }
  // A word may be a name as written and also have the stem of another name.
  for (const [word, named] of asWritten) {
    const known = root.next.get(stem(word));
    for (const concept of known?.concepts ?? [])
      if (!named.concepts.includes(concept)) named.concepts.push(concept);
    for (const concept of known?.questionConcepts ?? [])
      if (!named.questionConcepts.includes(concept)) named.questionConcepts.push(concept);
  }
  for (const phrase of unrelated)
    nodeOf(
      root,
      tokenize(phrase).map(({ text }) => text),
    ).isUnrelated = true;
  return { root, asWritten, inCapitals };
};

type MatchConcepts = (
  tokens: readonly Token[],
  stems: readonly string[],
  inQuestion: boolean,
) => readonly ConceptMatch[];

const isNamed = (named: Named, inQuestion: boolean): boolean =>
  named.concepts.length > 0 || (inQuestion && named.questionConcepts.length > 0);

const matcherOf =
  ({ root, asWritten, inCapitals }: Names): MatchConcepts =>
  (tokens, stems, inQuestion) => {
    const found: ConceptMatch[] = [];
    /** The end of the current unrelated phrase: names inside it are not meant. */
    let unrelatedEnd = 0;
    for (let start = 0; start < tokens.length; start += 1) {
      const token = tokens[start];
      if (token === undefined) break;
      let best: Named | undefined = asWritten.get(token.text);
      if (best === undefined && token.capitals) best = inCapitals.get(token.text);
      if (best !== undefined && !isNamed(best, inQuestion)) best = undefined;
      let node = root.next.get(stems[start] ?? '');
      if (best === undefined && node === undefined) continue;
      let length = 1;
      let isWhole = false;
      for (let end = start + 1; node !== undefined; end += 1) {
        if (node.isUnrelated && end > unrelatedEnd) unrelatedEnd = end;
        if (isNamed(node, inQuestion) && (end > start + 1 || best === undefined)) {
          best = node;
          length = end - start;
          isWhole = node.isUnrelated;
        }
        if (end >= stems.length) break;
        node = node.next.get(stems[end] ?? '');
      }
      if (best === undefined || (start + length <= unrelatedEnd && !isWhole)) continue;
      for (const concept of best.concepts) found.push({ concept, start, length });
      if (!inQuestion) continue;
      for (const concept of best.questionConcepts) found.push({ concept, start, length });
    }
    return found;
  };

/**
 * Finds the concepts that a text names: at each token the longest name that starts there. Names may overlap: "beta
 * blocker overdose" is found together with "overdose". Names match by the stems of their words; a name of one short
 * word, such as an acronym, only as written or with a plural `s`: "side" is not "SIDS". Nothing is found inside a
 * phrase that is known to mean something else ("ventricular contraction").
 *
 * @param stems the stems of the tokens, in the same order
 * @param inQuestion true to include names that count only in questions
 */
export const matchConcepts = matcherOf(readNames(concepts, unrelatedPhraseRows));

/** Like `matchConcepts`, for drugs only, as filters need: "beta blocker overdose" names a beta blocker. */
export const matchDrugs = matcherOf(readNames(drugs, []));

/** True when a name is part of a longer match around it. */
export const isNested = (match: ConceptMatch, all: readonly ConceptMatch[]): boolean =>
  all.some(
    (other) =>
      other.length > match.length &&
      other.start <= match.start &&
      other.start + other.length >= match.start + match.length,
  );

/** The matches that are not part of a longer one, in linear time for a whole document. */
export const withoutNested = (matches: readonly ConceptMatch[]): readonly ConceptMatch[] => {
  const endOf = ({ start, length }: ConceptMatch): number => start + length;
  const kept: ConceptMatch[] = [];
  let reached = 0;
  // Of two that begin at the same token, the longer one contains the other.
  for (const match of matches.toSorted(
    (one, other) => one.start - other.start || other.length - one.length,
  )) {
    const last = kept.at(-1);
    const isTwin = last !== undefined && last.start === match.start && last.length === match.length;
    if (endOf(match) > reached || isTwin) kept.push(match);
    reached = Math.max(reached, endOf(match));
  }
  return kept;
};
