import type { ReadDocument } from '../infer-metadata.ts';
import { firstPageLines } from './front-lines.ts';

/** The number of first-page lines that may hold a title, and the longest title, in characters. */
const titleLines = 12;
const maxTitleLength = 200;

/** The lines that may be a title or are below one, without heading and emphasis marks. */
const titlePageOf = (document: ReadDocument): readonly string[] =>
  firstPageLines(document)
    .map((line) =>
      line
        .replace(/^#{1,6}\s/, '')
        .replace(/[*_]/g, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .slice(0, titleLines)
    .filter((line) => line.length <= maxTitleLength);

/** The value on which all titles that name one agree; if none does, the value on which all lines of the page agree. */
const agreed = (
  titles: readonly string[],
  page: readonly string[],
  ofTitle: (line: string) => string | undefined,
  ofLine: (line: string) => string | undefined,
): string | undefined => {
  const named = new Set(titles.flatMap((title) => ofTitle(title) ?? []));
  const found = named.size > 0 ? named : new Set(page.flatMap((line) => ofLine(line) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
};

const ordinals = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
  'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
).split(' ');
const kind = String.raw`(?:(?:revised|international|updated|student)\s)?`;

/** `…, 21e`, `7th edition`, `7th ed.`, `Edition 7`, `Seventh Edition`. A year is not an edition. */
const editions: readonly RegExp[] = [
  /[,(;:–—-]\s?(?<number>[1-9]\d?)e(?=\s?(?:$|[-–—:;,.)]))/i,
  new RegExp(
    String.raw`\b(?<number>[1-9]\d?)(?:st|nd|rd|th)\s${kind}(?:edition\b|edn\b|ed(?=$|[-–—:;,.)]))`,
    'i',
  ),
  /\bedition\s(?<number>[1-9]\d?)(?![\d.])/i,
  new RegExp(String.raw`\b(?<word>${ordinals.join('|')})\s${kind}edition\b`, 'i'),
];

const editionIn = (line: string): string | undefined => {
  for (const form of editions) {
    const { number, word } = form.exec(line)?.groups ?? {};
    if (number !== undefined) return number;
    if (word !== undefined) return `${ordinals.indexOf(word.toLowerCase()) + 1}`;
  }
  return undefined;
};
/** The edition in a line that is not a sentence: "The second edition was revised." may refer to another book. */
const editionOfLine = (line: string): string | undefined =>
  /^[\p{Lu}\d(]/u.test(line) && !/[a-z]{3}\.$/.test(line) && !/\b(?:was|were|is|are|has|have)\b/.test(line)
    ? editionIn(line)
    : undefined;

/**
 * Finds the edition of a book, as a number: from its titles, otherwise from a line of its title page. Returns nothing
 * when several are named, because one of them is another book's.
 *
 * @param titles given by the uploader and by the file itself
 */
export const findEdition = (document: ReadDocument, titles: readonly string[]): string | undefined =>
  agreed(titles, titlePageOf(document), editionIn, editionOfLine);

const chapterNumber = String.raw`(?<number>\d{1,4}[A-Za-z]?|[IVXL]{1,6})`;
/** `…, 21e - Chapter 252: Heart Failure`: after punctuation, or at the beginning of the title. */
const inTitle = new RegExp(
  String.raw`(?:^|[-–—:;,.(|]\s?)(?:Chapter|CHAPTER|chapter)\s${chapterNumber}(?=$|[\s:.,;)–—-])`,
);
/** A heading; in lower case the rest would be a sentence about a chapter. */
const asHeading = new RegExp(
  String.raw`^(?:Chapter|CHAPTER)\s${chapterNumber}(?:$|\s?[:.–—-](?:\s|$)|\s(?=\p{Lu}))`,
  'u',
);
/** A line of a table of contents ends in a page number. */
const inContents = /(?:\.{3}|\s)\s?\d{1,4}$/;

const chapterBy =
  (form: RegExp) =>
  (line: string): string | undefined =>
    form.exec(line)?.groups?.number?.toUpperCase();

/**
 * Finds the chapter of a book that a document contains: from its titles, otherwise from a heading at its beginning.
 * Returns nothing when several are named, as in a table of contents: then it is the book.
 *
 * @param titles given by the uploader and by the file itself
 */
export const findChapter = (document: ReadDocument, titles: readonly string[]): string | undefined =>
  agreed(
    titles,
    titlePageOf(document).filter((line) => !/^chapter\s\S+\s/i.test(line) || !inContents.test(line)),
    chapterBy(inTitle),
    chapterBy(asHeading),
  );
