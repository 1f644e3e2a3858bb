import { matchConcepts } from '../../language/concept-matcher.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { type Token, tokenize } from '../../language/tokenize.ts';

/** The words and concepts of a text, for matching. Repetitions are kept: they are the term frequencies. */
export type TextAnalysis = {
  /** Stems, measures and numbers in reading order, without stop words. */
  readonly words: readonly string[];
  /** Preferred names of the concepts that the text names, in reading order. */
  readonly concepts: readonly string[];
};

const numberOfMeasure = /^(\d+(?:\.\d+)?)[a-z]/;
const numberWithSuffix = /^\d{3,5}(?:\.\d+)?-/;

const startsWithDigit = (word: string): boolean => {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
};

/** Analyzes a tokenized text; see {@link analyzeText}. */
export const analyzeTokens = (tokens: readonly Token[]): TextAnalysis => {
  const stems = tokens.map((token) => stem(token.text));
  const words: string[] = [];
  tokens.forEach((token, index) => {
    if (stopWords.has(token.text) && !token.capitals) return;
    const word = stems[index] ?? token.text;
    words.push(word);
    if (!startsWithDigit(word)) return;
    const number = numberOfMeasure.exec(word)?.[1];
    if (number) words.push(number);
    else if (numberWithSuffix.test(word)) words.push(word.slice(0, word.indexOf('-')));
  });
  return { words, concepts: matchConcepts(tokens, stems, false).map((match) => match.concept.name) };
};

/**
 * Analyzes a passage or a title. A measure is listed as written and as its bare number; a protocol number with a suffix
 * also without it (`1219-p` as `1219`).
 */
export const analyzeText = (text: string): TextAnalysis => analyzeTokens(tokenize(text));
