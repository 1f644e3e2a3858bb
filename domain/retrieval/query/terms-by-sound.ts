import { damerauLevenshtein } from '../../language/damerau-levenshtein.ts';
import { createNearWords, type NearWords } from '../../language/near-words.ts';
import { soundOf } from '../../language/sounds-like.ts';
import { stem } from '../../language/stem.ts';
import { commonWords } from '../../language/terminology/common-words.ts';
import { concepts } from '../../language/terminology/concepts.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';

/** The shortest sound key: unrelated words share shorter ones. */
const minSound = 4;
/** The length from which sound keys may differ in one letter. */
const longSound = 6;
/** The most candidates that are offered to the user. */
const maxTerms = 3;

/** The shortest word of a name that is compared by sound; shorter ones sound like too many. */
const minWordOfName = 4;
/** The most edits between two words that sound alike, after letters with the same sound are unified. */
const maxEdits = 2;

const lettersOnly = /^[a-z]+$/;

const spelledAlike = (word: string): string => word.replaceAll('ph', 'f').replaceAll('y', 'i');

/** True when one word may be a misspelling of the other: few edits, and not an inflection of the same word. */
const isWrittenFor = (word: string, target: string): boolean =>
  word.charAt(0) === target.charAt(0) &&
  stem(word) !== stem(target) &&
  damerauLevenshtein(spelledAlike(word), spelledAlike(target), maxEdits) <= maxEdits;

/** The sound key of a word, without a final vowel or `-is`: "epinefrin" and "epinephrine". */
const soundFor = (word: string): string => soundOf(word).replace(/as?$/, '');

const namesOf = (): readonly string[] => [
  ...concepts.flatMap(({ name, also }) => [name, ...also]),
  ...drugNames,
];

type Sounds = {
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  readonly near: NearWords;
  /** Two-word names, by one word and the sound of the other. */
  readonly pairs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly names: ReadonlySet<string>;
};

const addTo = (map: Map<string, Set<string>>, key: string, value: string): void => {
  map.set(key, (map.get(key) ?? new Set<string>()).add(value));
};

const beside = (first: string, second: string): readonly string[] => [
  `${soundFor(first)} ${second}`,
  `${first} ${soundFor(second)}`,
];

let known: Sounds | undefined;
/** Builds the sound keys of the terminology on first use. */
const sounds = (): Sounds => {
  if (known) return known;
  const words = new Map<string, Set<string>>();
  const pairs = new Map<string, Set<string>>();
  const near = createNearWords();
  const names = new Set<string>();
  for (const name of namesOf()) {
    const parts = tokenize(name).map(({ text }) => text);
    names.add(parts.join(' '));
    const [first = '', second] = parts;
    if (second === undefined && lettersOnly.test(first) && !commonWords.has(first))
      addTo(words, soundFor(first), first);
    if (parts.length === 2 && second !== undefined)
      for (const key of beside(first, second)) addTo(pairs, key, `${first} ${second}`);
  }
  for (const sound of words.keys()) if (sound.length >= longSound && lettersOnly.test(sound)) near.add(sound);
  known = { words, near, pairs, names };
  return known;
};

/** Terms that sound like an unknown word, nearest first: "epinefrin", "anafilaxia". */
export const termsBySound = (word: string): readonly string[] => {
  const sound = soundFor(word);
  if (sound.length < minSound || !lettersOnly.test(sound)) return [];
  const { words, near } = sounds();
  const alike = [
    ...(words.get(sound) ?? []),
    ...(sound.length < longSound
      ? []
      : near.near(sound, 1, sound.charAt(0)).flatMap((other) => [...(words.get(other.word) ?? [])])),
  ];
  return [...new Set(alike)].filter((term) => isWrittenFor(word, term)).slice(0, maxTerms);
};

/**
 * Two-word names of which one word is spelled correctly and the other only sounds right: "hart attack", "chest pane".
 */
export const namesBySound = (first: string, second: string): readonly string[] => {
  const { pairs, names } = sounds();
  if (names.has(`${first} ${second}`) || !lettersOnly.test(first) || !lettersOnly.test(second)) return [];
  const alike = beside(first, second).flatMap((key) => [...(pairs.get(key) ?? [])]);
  return [...new Set(alike)]
    .filter((name) => {
      const [one = '', other = ''] = name.split(' ');
      const [word, target] = one === first ? [second, other] : [first, one];
      return word.length >= minWordOfName && isWrittenFor(word, target);
    })
    .slice(0, maxTerms);
};
