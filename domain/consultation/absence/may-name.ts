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

/** Elements of drugs by the symbols that stand for them: "Mg2+ 8 mmol", "KCl 20 mmol". Case tells "K" from a word. */
const symbols: readonly { readonly element: string; readonly symbol: RegExp }[] = [
  { element: 'magnesium', symbol: /\bMg(?:SO|Cl|[2₂²]|\+)/ },
  { element: 'calcium', symbol: /\bCa(?:Cl|[2₂²]|\+)/ },
  { element: 'potassium', symbol: /\bK(?:Cl\b|\+)/ },
  { element: 'bicarbonate', symbol: /\b(?:Na)?HCO[3₃]/ },
  { element: 'saline', symbol: /\bNaCl\b/ },
  { element: 'oxygen', symbol: /\bO[2₂](?![\d₂])/ },
];
const symbolsOf = (name: string): readonly RegExp[] =>
  symbols.flatMap(({ element, symbol }) => (name.includes(element) ? [symbol] : []));

/** Shorter names and abbreviations occur within other words. */
const shortestSpelling = 6;

/** All names of a concept in lower case that can be looked for within a text. */
const spellingsOf = (name: string): readonly string[] =>
  [name, ...(conceptByName.get(name)?.also ?? [])]
    .map((one) => one.toLowerCase())
    .filter((one) => one.length >= shortestSpelling);

/** A text without the marks and line ends by which a page divides a name. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s‐-―-]+/g, ' ');

/** Whether terms have the distinctive words of a name. */
type HasWords = (words: readonly string[], terms: ReadonlySet<string>) => boolean;

const namingBy =
  (hasWords: HasWords) =>
  (name: string): ((passage: Passage) => boolean) => {
    const spellings = spellingsOf(name).map(plain);
    const words = wordsOfName(name);
    const inSymbols = symbolsOf(name);
    return (passage) => {
      const terms = termsAround(passage);
      if (namesConcept(name, terms) || hasWords(words, terms)) return true;
      const wording = plain(wordingOf(passage));
      return (
        spellings.some((spelling) => wording.includes(spelling)) ||
        inSymbols.some((symbol) => symbol.test(passage.text))
      );
    };
  };

/**
 * Whether a passage may name a thing: by the concept or a narrower one, by a distinctive word of its name, or in any
 * spelling. Too generous to say that it does, and right to say that it does not: then no name of it is there.
 */
export const mayName = namingBy((words, terms) => words.some((word) => terms.has(word)));

/** Like {@link mayName}, but by all distinctive words: naloxone alone is not "buprenorphine and naloxone". */
export const mayNameWhole = namingBy(
  (words, terms) => words.length > 0 && words.every((word) => terms.has(word)),
);

/** Whether a passage certainly names a thing itself: by the concept or a narrower one. */
export const surelyNames =
  (name: string): ((passage: Passage) => boolean) =>
  (passage) =>
    namesConcept(name, termsAround(passage));
