import { damerauLevenshtein } from '../../domain/language/damerau-levenshtein.ts';

/** Edits that a mistyped word may have. */
const MAX_DISTANCE = 2;

/** The names that were probably meant, the nearest first; a path is no name. */
export const nearestNames = (word: string, names: readonly string[]): readonly string[] =>
  (/[/\\]/.test(word) ? [] : names)
    .map((name) => ({ name, distance: damerauLevenshtein(word, name, MAX_DISTANCE) }))
    .filter(({ name, distance }) => distance <= MAX_DISTANCE && distance < name.length)
    .sort((one, other) => one.distance - other.distance)
    .map(({ name }) => name);
