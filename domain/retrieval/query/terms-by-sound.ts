import { damerauLevenshtein } from '../../language/damerau-levenshtein.ts';
import { createNearWords, type NearWords } from '../../language/near-words.ts';
import { soundOf } from '../../language/sounds-like.ts';
import { stem } from '../../language/stem.ts';
import { commonWords } from '../../language/terminology/common-words.ts';
import { concepts } from '../../language/terminology/concepts.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';

/** Sounds of fewer letters are shared by words that have nothing in common. */
const minSound = 4;
/** From this length on sounds may differ in one letter. */
const longSound = 6;
/** The most words that somebody is asked whether they meant. */
const maxTerms = 3;

/** Words of names that are distinguished by sound; shorter ones sound like too many. */
const minWordOfName = 4;
/** Edits between two words that sound alike, once the letters that do are written alike. */
const maxEdits = 2;

const lettersOnly = /^[a-z]+$/;

const spelledAlike = (word: string): string => word.replaceAll('ph', 'f').replaceAll('y', 'i');

/** Whether one word can have been written for the other: few edits, and not the other number of the same word. */
const isWrittenFor = (word: string, target: string): boolean =>
  word.charAt(0) === target.charAt(0) &&
  stem(word) !== stem(target) &&
  damerauLevenshtein(spelledAlike(word), spelledAlike(target), maxEdits) <= maxEdits;

/** How a word sounds, without the vowel or `-is` that it may end in: "epinefrin" and "epinephrine". */
const soundFor = (word: string): string => soundOf(word).replace(/as?$/, '');

const namesOf = (): readonly string[] => [
  ...concepts.flatMap(({ name, also }) => [name, ...also]),
  ...drugNames,
];

type Sounds = {
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  readonly near: NearWords;
  /** Names of two words, by the one and the sound of the other. */
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
/** Made of the terminology when a word is asked for the first time. */
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

/** Terms of the terminology that sound as a word does that nothing knows, the nearest first: "epinefrin", "anafilaxia". */
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

/** Names of two words of which one is written and the other sounds as what is: "hart attack", "chest pane". */
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
