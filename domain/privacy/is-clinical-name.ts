import { matchConcepts } from '../language/concept-matcher.ts';
import { drugsNamed } from '../language/drugs-named.ts';
import { stem } from '../language/stem.ts';
import { tokenize } from '../language/tokenize.ts';
import { eponymNouns } from './common-names.ts';

const nextWord = /^(?:['’]s)?\s{1,2}(?<word>\p{L}{1,30})/u;

/**
 * Whether a name that a language model tags as a person or a place is a medical term: a drug, a condition, a procedure,
 * or an eponym before its noun (`Parkinson disease`, `Foley catheter`). Models trained on news do not know them.
 *
 * @param start UTF-16 offset of the name in the text; `end` is exclusive
 */
export const isClinicalName = (text: string, start: number, end: number): boolean => {
  const name = text.slice(start, end);
  const tokens = tokenize(name);
  if (tokens.length === 0) return true;
  if (drugsNamed({ title: '', sectionPath: [], text: name }).length > 0) return true;
  const matches = matchConcepts(
    tokens,
    tokens.map(({ text: word }) => stem(word)),
    false,
  );
  if (matches.some((match) => match.length === tokens.length)) return true;
  const word = nextWord.exec(text.slice(end, end + 40))?.groups?.word;
  return word !== undefined && eponymNouns.has(word.toLowerCase());
};
