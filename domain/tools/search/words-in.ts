import { stem } from '../../language/stem.ts';
import { tokenize } from '../../language/tokenize.ts';

/** The words of a text by their stems. */
const stemsOf = (text: string): readonly string[] => tokenize(text).map((token) => stem(token.text));

/** Whether a text holds some words one after the other, inflected or not: `type 2 diabetes` holds `Diabetes`. */
export const containsWords = (text: string, words: string): boolean => {
  const wanted = stemsOf(words);
  const stems = stemsOf(text);
  return (
    wanted.length > 0 &&
    stems.some((_, start) => wanted.every((word, offset) => stems[start + offset] === word))
  );
};
