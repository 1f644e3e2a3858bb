import { damerauLevenshtein } from './damerau-levenshtein.ts';

/** A swap or one or two typos: with more, a name could be anything. */
const MAX_DISTANCE = 2;
/** The longest name; longer input is not a name. */
const MAX_LENGTH = 64;

/** A name without case, spaces and dashes. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the name that an unknown word probably means. */
export const nearestName = (word: string, names: readonly string[]): string | undefined => {
  if (word.length > MAX_LENGTH) return undefined;
  const wanted = plain(word);
  return names
    .map((name) => ({ name, distance: damerauLevenshtein(wanted, plain(name), MAX_DISTANCE) }))
    .filter(({ name, distance }) => distance <= Math.min(MAX_DISTANCE, name.length / 3))
    .sort((one, other) => one.distance - other.distance)[0]?.name;
};
