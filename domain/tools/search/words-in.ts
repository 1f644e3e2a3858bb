import { stem } from '../../language/stem.ts';
import { tokenize } from '../../language/tokenize.ts';

/** The stems of a text's words. */
const stemsOf = (text: string): readonly string[] => tokenize(text).map((token) => stem(token.text));

/** True when a text contains the words in sequence, in any inflection: `type 2 diabetes` contains `Diabetes`. */
export const containsWords = (text: string, words: string): boolean => {
  const wanted = stemsOf(words);
  const stems = stemsOf(text);
  return (
    wanted.length > 0 &&
    stems.some((_, start) => wanted.every((word, offset) => stems[start + offset] === word))
  );
};
