import { damerauLevenshtein } from '../../domain/language/damerau-levenshtein.ts';

/** A swap, a slip or two; and short names are near to too many of other programs. */
const MAX_DISTANCE = 2;
const SHORTEST = 8;

/**
 * Variables that nothing reads, each with the one that was probably meant. A switch that is misspelt would otherwise look
 * set: `AI_ROUTER_MOED=local-only` keeps nothing on the premises. Their values are not looked at.
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
