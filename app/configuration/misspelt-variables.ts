import { damerauLevenshtein } from '../../domain/language/damerau-levenshtein.ts';

/** The maximum edit distance of a misspelling, and the minimum length of names: short ones resemble too many others. */
const MAX_DISTANCE = 2;
const SHORTEST = 8;

/**
 * Finds unknown variables and the ones that were probably meant. A misspelt switch would otherwise look set:
 * `AI_ROUTER_MOED=local-only` keeps nothing on the premises. Values are not examined.
 */
export const misspeltVariables = (
  set: readonly string[],
  known: readonly string[],
): readonly { readonly name: string; readonly meant: string }[] =>
  set
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const [nearest] = known
        .filter((one) => one.length >= SHORTEST)
        .map((meant) => ({ name, meant, distance: damerauLevenshtein(name, meant, MAX_DISTANCE) }))
        .filter(({ distance }) => distance <= MAX_DISTANCE)
        .sort((one, other) => one.distance - other.distance);
      return nearest === undefined ? [] : [{ name, meant: nearest.meant }];
    });
