import { stem } from '../../language/stem.ts';
import { tokenize } from '../../language/tokenize.ts';

/** A name where it is among the words of a text. */
export type FoundPhrase = { readonly name: string; readonly start: number; readonly length: number };

/** The stems of the words of a text. */
export const stemsOf = (text: string): readonly string[] => tokenize(text).map((token) => stem(token.text));

/**
 * Finds names, each by any of the ways in which it is written, by the stems of their words in that order. Of names that
 * lie within a longer one only the longer is found.
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
    // A name has few words, so that what could lie around it begins few places before.
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
