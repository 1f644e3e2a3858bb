import { addressesModel } from './addresses-model.ts';

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const says =
  /\b(?:say|reply|respond|answer|output|write|print|repeat|append|include|end with|state|tell)\b[^"“'«\n]{0,60}["“'«]([^"”'»\n]{4,200})["”'»]/giu;

/** Words that orders in the evidence or question demand: an answer that contains them obeyed. */
export const orderedWords = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => /["“'«]/.test(line) && addressesModel(line))
    .flatMap((line) => [...line.matchAll(says)].map((match) => wordsOf(match[1] ?? '').join(' ')))
    .filter((words) => words.length >= 4);

/** Whether a text contains any demanded words. */
export const containsOrderedWords = (text: string, ordered: readonly string[]): boolean => {
  if (ordered.length === 0) return false;
  const words = ` ${wordsOf(text).join(' ')} `;
  return ordered.some((one) => words.includes(` ${one} `));
};
