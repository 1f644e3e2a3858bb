import { stem } from '../../language/stem.ts';
import { tokenize } from '../../language/tokenize.ts';

/** A name found in a text, with its position in words. */
export type FoundPhrase = { readonly name: string; readonly start: number; readonly length: number };

/** The stems of a text's words. */
export const stemsOf = (text: string): readonly string[] => tokenize(text).map((token) => stem(token.text));

/**
 * Finds names in any of their wordings, by the stems of their words in order. Of overlapping names, one within a
 * longer one is dropped.
 */
export const phraseFinder = (
  names: Iterable<readonly [name: string, ways: readonly string[]]>,
): ((stems: readonly string[]) => readonly FoundPhrase[]) => {
  const byFirst = Map.groupBy(
    [...names].flatMap(([name, ways]) => ways.map((way) => ({ name, stems: stemsOf(way) }))),
    ({ stems: [first = ''] }) => first,
  );
  return (stems) => {
    const found = stems.flatMap((first, start) =>
      (byFirst.get(first) ?? [])
        .filter(({ stems: phrase }) => phrase.every((one, offset) => stems[start + offset] === one))
        .map(({ name, stems: { length } }): FoundPhrase => ({ name, start, length })),
    );
    // Names have few words, so a name that contains this one begins at most a few positions earlier.
    return found.filter(
      (one) =>
        !found.some(
          (other) =>
            other.length > one.length &&
            other.start <= one.start &&
            other.start + other.length >= one.start + one.length,
        ),
    );
  };
};
