import { damerauLevenshtein } from './damerau-levenshtein.ts';

/** A swap, a slip or two: with more, a name could be anything. */
const MAX_DISTANCE = 2;
/** No name is longer; what is longer is none. */
const MAX_LENGTH = 64;

/** With what distinguishes names for a person taken away: case, blanks, dashes. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The one of some names that was probably meant by a word that is none of them. */
export const nearestName = (word: string, names: readonly string[]): string | undefined => {
  if (word.length > MAX_LENGTH) return undefined;
  const wanted = plain(word);
  return names
    .map((name) => ({ name, distance: damerauLevenshtein(wanted, plain(name), MAX_DISTANCE) }))
    .filter(({ name, distance }) => distance <= Math.min(MAX_DISTANCE, name.length / 3))
    .sort((one, other) => one.distance - other.distance)[0]?.name;
};
