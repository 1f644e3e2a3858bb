import { analyzeText } from '../../../domain/retrieval/lexical/analyze-text.ts';

/** Whether a text contains every word of a phrase, in any inflection and under any name in the terminology. */
export const containsWords = (text: string, phrase: string): boolean => {
  const wanted = analyzeText(phrase);
  const { words, concepts } = analyzeText(text);
  const held = new Set([...words, ...concepts]);
  const namedOtherwise = wanted.concepts.length > 0 && wanted.concepts.every((concept) => held.has(concept));
  return wanted.words.every((word) => held.has(word)) || (wanted.words.length === 1 && namedOtherwise);
};
