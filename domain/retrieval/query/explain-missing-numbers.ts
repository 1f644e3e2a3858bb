import { listInSentence } from '../../kernel/list-in-sentence.ts';
import type { Passage } from '../passage.ts';
import { protocolNumberKey, protocolNumbersOf, sectionNumbersOf } from '../protocol-numbers.ts';
import type { QueryInterpretation } from './query-interpretation.ts';

type Numbered = Pick<Passage, 'title' | 'fileName' | 'protocolNumber' | 'sectionPath'> &
  Partial<Pick<Passage, 'text'>>;

/** A number in a text, with the word that makes it one of a document. */
const numberLike =
  /(?<announced>#|\b(?:no\.?|number|policy|protocol|ref(?:erence)?|procedure|guideline)[\s:#.]{1,3})?\b(?<number>(?:[a-z]{1,4}-?)?\d[\w./-]{0,15})/gi;
/** "9070A" and "RES-02" are numbers without a word before them; "450" may be a dose. */
const hasLetters = /^(?:[a-z]{2,4}-?\d{2}|\d{3,5}-?[a-z]$)/i;

/** Whether a number is written anywhere in the titles or texts: a document may bear another in its file name. */
const isWritten = (key: string, found: readonly Numbered[]): boolean => {
  const holds = (text: string, isName: boolean): boolean =>
    [...text.matchAll(numberLike)].some(({ groups }) => {
      const { announced, number = '' } = groups ?? {};
      const written = number.replace(/[./-]{1,16}$/, '');
      const counts = isName || announced !== undefined || hasLetters.test(written);
      return counts && protocolNumberKey(written) === key;
    });
  return found.some(
    ({ title, fileName, sectionPath, text = '' }) =>
      [title, fileName.replaceAll('_', ' '), ...sectionPath].some((name) => holds(name, true)) ||
      holds(text, false),
  );
};

/**
 * Names the protocols that were requested by number and not found; returns nothing when all were. The pediatric version
 * of a protocol, `1219-P` for `1219`, counts as found, and so does a number that any title or text has.
 */
export const explainMissingNumbers = (
  { protocolNumbers }: Pick<QueryInterpretation, 'protocolNumbers'>,
  found: readonly Numbered[],
): readonly string[] => {
  if (protocolNumbers.length === 0) return [];
  const there = new Set(
    found.flatMap((passage) =>
      [...protocolNumbersOf(passage), ...sectionNumbersOf(passage.sectionPath)].map(protocolNumberKey),
    ),
  );
  const missing = protocolNumbers.filter((asked) => {
    const key = protocolNumberKey(asked);
    return !there.has(key) && !there.has(`${key}p`) && !isWritten(key, found);
  });
  if (missing.length === 0) return [];
  const numbers = missing.map((one) => one.toUpperCase());
  return [`No document that was found has the number ${listInSentence(numbers, 'or')}.`];
};
