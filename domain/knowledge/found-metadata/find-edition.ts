import type { ReadDocument } from '../infer-metadata.ts';
import { firstPageLines } from './front-lines.ts';

/** Lines of a first page that may hold a title, and the longest that is one. */
const titleLines = 12;
const maxTitleLength = 200;

/** The lines that may be a title or are below one, without the marks of headings and emphasis. */
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

/** What titles agree on; what they do not name may be on the page, where all that name it must agree. */
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

/** `…, 21e`, `7th edition`, `7th ed.`, `Edition 7`, `Seventh Edition`. A year is no edition. */
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
/** In a line of the page that is no sentence: "The second edition was revised." may be about another book. */
const editionOfLine = (line: string): string | undefined =>
  /^[\p{Lu}\d(]/u.test(line) && !/[a-z]{3}\.$/.test(line) && !/\b(?:was|were|is|are|has|have)\b/.test(line)
    ? editionIn(line)
    : undefined;

/**
 * The edition of a book, as a number: as its titles name it, else as a line of its title page does. Nothing where
 * several are named, for one of them is another book's.
 *
 * @param titles those that a document was given and gives itself
 */
export const findEdition = (document: ReadDocument, titles: readonly string[]): string | undefined =>
  agreed(titles, titlePageOf(document), editionIn, editionOfLine);

const chapterNumber = String.raw`(?<number>\d{1,4}[A-Za-z]?|[IVXL]{1,6})`;
/** `…, 21e - Chapter 252: Heart Failure`: behind a mark of punctuation, or where the title begins. */
const inTitle = new RegExp(
  String.raw`(?:^|[-–—:;,.(|]\s?)(?:Chapter|CHAPTER|chapter)\s${chapterNumber}(?=$|[\s:.,;)–—-])`,
);
/** A heading; where it goes on in small letters it is a sentence about a chapter. */
const asHeading = new RegExp(
  String.raw`^(?:Chapter|CHAPTER)\s${chapterNumber}(?:$|\s?[:.–—-](?:\s|$)|\s(?=\p{Lu}))`,
  'u',
);
/** The line of a table of contents ends in a page. */
const inContents = /(?:\.{3}|\s)\s?\d{1,4}$/;

const chapterBy =
  (form: RegExp) =>
  (line: string): string | undefined =>
    form.exec(line)?.groups?.number?.toUpperCase();

/**
 * The chapter of a book that a document is: as its titles name it, else as a heading at its beginning does. Nothing where
 * several are named, as in a table of contents: then it is the book.
 *
 * @param titles those that a document was given and gives itself
 */
export const findChapter = (document: ReadDocument, titles: readonly string[]): string | undefined =>
  agreed(
    titles,
    titlePageOf(document).filter((line) => !/^chapter\s\S+\s/i.test(line) || !inContents.test(line)),
    chapterBy(inTitle),
    chapterBy(asHeading),
  );
