import { stem } from '../../language/stem.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { tokenize } from '../../language/tokenize.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { namesConcept } from '../names-concept.ts';
import { termsAround, wordingOf } from './found-documents.ts';

/** Shorter words are not distinctive. */
const shortestWord = 4;
/** Parts of many names, which tell no drug, device or condition from another. */
const common = new Set(
  'sodium potassium chloride sulfate sulphate hydrochloride phosphate acetate nitrate acid solution drug agent device tube line acute chronic severe patient injury failure disease syndrome emergency emergencies pain care system based'
    .split(' ')
    .map(stem),
);

/** The stems by which a name is recognized in any inflection. */
const wordsOfName = (name: string): readonly string[] => {
  const words = tokenize(name)
    .map(({ text }) => stem(text))
    .filter((word) => word.length >= shortestWord);
  const distinctive = words.filter((word) => !common.has(word));
  return distinctive.length > 0 ? distinctive : words;
};

/** Shorter names and abbreviations occur within other words. */
const shortestSpelling = 6;

/** All names of a concept in lower case that can be looked for within a text. */
const spellingsOf = (name: string): readonly string[] =>
  [name, ...(conceptByName.get(name)?.also ?? [])]
    .map((one) => one.toLowerCase())
    .filter((one) => one.length >= shortestSpelling);

/** A text without the marks and line ends by which a page divides a name. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s‐-―-]+/g, ' ');

/**
 * Whether a passage may name a thing: by the concept or a narrower one, by a distinctive word of its name, or in any
 * spelling. Too generous to say that it does, and right to say that it does not: then no name of it is there.
 */
export const mayName = (name: string): ((passage: Passage) => boolean) => {
  const spellings = spellingsOf(name).map(plain);
  const words = wordsOfName(name);
  return (passage) => {
    const terms = termsAround(passage);
    if (namesConcept(name, terms) || words.some((word) => terms.has(word))) return true;
    const wording = plain(wordingOf(passage));
    return spellings.some((spelling) => wording.includes(spelling));
  };
};

/** Whether a passage certainly names a thing itself: by the concept or a narrower one. */
export const surelyNames =
  (name: string): ((passage: Passage) => boolean) =>
  (passage) =>
    namesConcept(name, termsAround(passage));
