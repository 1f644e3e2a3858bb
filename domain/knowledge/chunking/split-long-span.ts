import { type TextSpan, trimSpan } from './text-span.ts';

/** Size of a piece of text in a policy's unit. */
export type Measure = (text: string) => number;

/** Longest piece of text without white space that is measured at once: tokenizers are slow on endless words. */
const longestWord = 64;

const isLowSurrogate = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));

/** The words of a span; an endless one is taken apart, but never inside a surrogate pair. */
const wordsOf = (text: string, span: TextSpan): readonly TextSpan[] => {
  const words: TextSpan[] = [];
  for (const match of text.slice(span.start, span.end).matchAll(/\S+/g)) {
    const end = span.start + match.index + match[0].length;
    let start = span.start + match.index;
    while (start < end) {
      const wanted = Math.min(end, start + longestWord);
      const cut = wanted < end && isLowSurrogate(text, wanted) ? wanted + 1 : wanted;
      words.push({ start, end: cut });
      start = cut;
    }
  }
  return words;
};

/** Cuts a span at white space into pieces of at most `limit`. Each word is measured once. */
const cutAtWords = (text: string, span: TextSpan, limit: number, measure: Measure): readonly TextSpan[] => {
  const pieces: TextSpan[] = [];
  let start: number | undefined;
  let end = span.start;
  let size = 0;
  for (const word of wordsOf(text, span)) {
    // The gap before the word counts too: at least one for tokens, its length for characters.
    const added = measure(text.slice(word.start, word.end)) + Math.max(1, word.start - end);
    if (start !== undefined && size + added > limit) {
      pieces.push({ start, end });
      start = undefined;
      size = 0;
    }
    start ??= word.start;
    size += added;
    end = word.end;
  }
  if (start !== undefined) pieces.push({ start, end });
  return pieces;
};

/** A span as it is when it has at most `limit`, else cut at white space into pieces that do. */
export const splitLongSpan = (
  text: string,
  span: TextSpan,
  limit: number,
  measure: Measure,
): readonly TextSpan[] => {
  const trimmed = trimSpan(text, span);
  const length = trimmed.end - trimmed.start;
  if (length === 0) return [];
  // No tokenizer of the field packs more than some 16 characters of prose into a token on average.
  const fits = length <= limit * 16 && measure(text.slice(trimmed.start, trimmed.end)) <= limit;
  return fits ? [trimmed] : cutAtWords(text, trimmed, limit, measure);
};
