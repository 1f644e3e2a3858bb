import { damerauLevenshtein } from '../../domain/language/damerau-levenshtein.ts';

/** The maximum number of edits between a mistyped word and the name it meant. */
const MAX_DISTANCE = 2;

/** The names that were probably meant, nearest first; none when the word is a path. */
export const nearestNames = (word: string, names: readonly string[]): readonly string[] =>
  (/[/\\]/.test(word) ? [] : names)
    .map((name) => ({ name, distance: damerauLevenshtein(word, name, MAX_DISTANCE) }))
    .filter(({ name, distance }) => distance <= MAX_DISTANCE && distance < name.length)
    .sort((one, other) => one.distance - other.distance)
    .map(({ name }) => name);
