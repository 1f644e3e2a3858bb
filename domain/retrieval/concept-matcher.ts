import { stem } from './stem.ts';
import type { Concept } from './terminology/concept.ts';
import { concepts } from './terminology/concepts.ts';
import { filterDrugs } from './terminology/filter-drugs.ts';
import { type Token, tokenize } from './tokenize.ts';

/** A place in a list of tokens where a concept is named. */
export type ConceptMatch = {
  readonly concept: Concept;
  /** Index of the first token, and how many tokens the name has. */
  readonly start: number;
  readonly length: number;
};

type Node = { readonly next: Map<string, Node>; concepts: Concept[]; questionConcepts: Concept[] };

const emptyNode = (): Node => ({ next: new Map(), concepts: [], questionConcepts: [] });

const addName = (root: Node, name: string, concept: Concept, onlyInQuestions: boolean): void => {
  const inCapitals = name.startsWith('^');
  let node = root;
  for (const token of tokenize(inCapitals ? name.slice(1) : name)) {
    const key = inCapitals ? `^${token.text}` : stem(token.text);
    let next = node.next.get(key);
    if (!next) {
      next = emptyNode();
      node.next.set(key, next);
    }
    node = next;
  }
  if (node === root) return;
  const list = onlyInQuestions ? node.questionConcepts : node.concepts;
  if (!list.includes(concept)) list.push(concept);
};

const trieOf = (concepts: readonly Concept[]): Node => {
  const root = emptyNode();
  for (const concept of concepts) {
    for (const name of [concept.name, ...concept.also]) addName(root, name, concept, false);
    for (const name of concept.onlyInQuestions) addName(root, name, concept, true);
  }
  return root;
};

type MatchConcepts = (
  tokens: readonly Token[],
  stems: readonly string[],
  inQuestion: boolean,
) => readonly ConceptMatch[];

const matcherOf =
  (trie: Node): MatchConcepts =>
  (tokens, stems, inQuestion) => {
    const found: ConceptMatch[] = [];
    for (let start = 0; start < stems.length; start += 1) {
      let node: Node | undefined = trie;
      let best: { readonly node: Node; readonly length: number } | undefined;
      for (let at = start; at < stems.length && node; at += 1) {
        node = nextNode(node, tokens[at], stems[at]);
        if (node && hasConcept(node, inQuestion)) best = { node, length: at - start + 1 };
      }
      if (!best) continue;
      for (const concept of best.node.concepts) found.push({ concept, start, length: best.length });
      if (!inQuestion) continue;
      for (const concept of best.node.questionConcepts) found.push({ concept, start, length: best.length });
    }
    return found;
  };

/**
 * Finds the concepts that a text names: at each token the longest name that starts there. Names may overlap, so
 * "beta blocker overdose" is found together with "overdose".
 *
 * @param stems the stems of the tokens, in the same order
 * @param inQuestion whether names that count only in questions are considered
 */
export const matchConcepts = matcherOf(trieOf(concepts));

/** The same for drugs alone, as filters tell them apart: "beta blocker overdose" names a beta blocker. */
export const matchDrugs = matcherOf(trieOf(filterDrugs));

const nextNode = (node: Node, token: Token | undefined, key: string | undefined): Node | undefined => {
  if (token === undefined || key === undefined) return undefined;
  const next = node.next.get(key);
  return next ?? (token.capitals ? node.next.get(`^${token.text}`) : undefined);
};

const hasConcept = (node: Node, inQuestion: boolean): boolean =>
  node.concepts.length > 0 || (inQuestion && node.questionConcepts.length > 0);

/** Whether a name is a part of a longer name that was found around it. */
export const isNested = (match: ConceptMatch, all: readonly ConceptMatch[]): boolean =>
  all.some(
    (other) =>
      other.length > match.length &&
      other.start <= match.start &&
      other.start + other.length >= match.start + match.length,
  );
