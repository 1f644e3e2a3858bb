import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { CleanedDocument, PageSpan } from './cleaned-document.ts';
import { findReferenceList } from './cleaning/find-reference-list.ts';
import { findRunningLines } from './cleaning/find-running-lines.ts';
import { joinBrokenWords, vocabularyOf } from './cleaning/join-broken-words.ts';
import { joinSpacedLetters } from './cleaning/join-spaced-letters.ts';
import { type JoinedPage, joinTables } from './cleaning/join-tables.ts';
import { normalizeUnits } from './cleaning/normalize-units.ts';
import { repairCharacters } from './cleaning/repair-characters.ts';
import type { ExtractedPage } from './extracted-page.ts';

const pageBreak = '\n\n';
const lineBreak = '\n';

/** Leading spaces show the depth of a list item, and are kept only there. */
const listItem = /^(?:[-*•◦▪●○‣❑➢]|\d{1,3}[.)]|[A-Za-z][.)])\s/;

/** Uses one kind of space and none before punctuation; never changes a number (`0 .5` stays). */
const normalizeSpaces = (line: string): string => {
  const body = joinSpacedLetters(line).trim();
  const indent = listItem.test(body) ? ' '.repeat(Math.min(8, line.length - line.trimStart().length)) : '';
  return (
    indent +
    body
      .replace(/ {2,}/g, ' ')
      .replace(/ ([,;:!?])(?=\s|$)/g, '$1')
      .replace(/ \.(?=\s|$)/g, '.')
  );
};

/** A notice in large print, such as where to find the current version: what it says is no name of a section. */
const headingWithAddress = /^#{1,6} (?=.*(?:https?:\/\/|www\.))/;

const toLines = (page: ExtractedPage): readonly string[] =>
  page.text
    .split(/\r\n|[\r\n\f\v\u2028\u2029]/)
    .map((line) => repairCharacters(line).replace(headingWithAddress, ''));

/** Keeps one empty line of several, and none at the ends. */
const squeezeEmptyLines = (lines: readonly string[]): readonly string[] => {
  const kept = lines.filter((line, index) => line.trim() !== '' || (lines[index - 1] ?? '').trim() !== '');
  return kept.slice(kept[0]?.trim() === '' ? 1 : 0, kept.at(-1)?.trim() === '' ? -1 : undefined);
};

type PageLines = readonly (readonly string[])[];

/** Removes a trailing list of references, whichever page it begins on. */
const withoutReferences = (pages: PageLines): PageLines => {
  const start = findReferenceList(pages.flat());
  if (start === undefined) return pages;
  let before = 0;
  return pages.map((lines) => {
    const kept = lines.slice(0, Math.max(0, start - before));
    before += lines.length;
    return kept;
  });
};

/** The last line of a page that ends no sentence, and so goes on: not a heading, a table row or a short line. */
const goesOn = /^(?![#|]).{20,}[\p{L}\d,;–-]$/u;
const beginsInSentence = /^[\p{Ll}(]/u;

/** Whether a sentence goes on from one page to the next. */
const continuesSentence = (before: string, text: string): boolean =>
  goesOn.test(before.slice(before.lastIndexOf('\n') + 1)) && beginsInSentence.test(text);

/** Joins the pages and records the span of each; a page that continues a table or a sentence follows after one line break. */
const joinPages = (
  pages: readonly (Pick<ExtractedPage, 'page' | 'text' | 'ocrConfidence'> & {
    readonly continuesTable: boolean;
  })[],
): CleanedDocument => {
  const parts: string[] = [];
  const spans: PageSpan[] = [];
  let length = 0;
  for (const { page, text, continuesTable, ocrConfidence } of pages) {
    if (text !== '' && length > 0) {
      const isContinued = continuesTable || continuesSentence(parts.at(-1) ?? '', text);
      const between = isContinued ? lineBreak : pageBreak;
      parts.push(between);
      length += between.length;
    }
    spans.push({ page, start: length, end: length + text.length, ...omitUndefined({ ocrConfidence }) });
    parts.push(text);
    length += text.length;
  }
  return { text: parts.join(''), pages: spans };
};

/**
 * The content lines of each page: without running headers and footers, page numbers, a list of references, and the
 * repeated head of a table that continues over pages.
 */
export const contentLines = (pages: readonly ExtractedPage[]): readonly JoinedPage[] => {
  const lines = pages.map(toLines);
  const running = findRunningLines(lines);
  const rows = lines.map((ofPage, page) =>
    ofPage.flatMap((_, row) =>
      running[page]?.removed.has(row) === true || running[page]?.footers.has(row) === true ? [] : [row],
    ),
  );
  // Footers to keep are added only now, because a list of references ends the document even with a footer below it.
  const kept = withoutReferences(rows.map((ofPage, page) => ofPage.map((row) => lines[page]?.[row] ?? '')));
  return joinTables(
    kept.map((ofPage, page) => {
      const footers = [...(running[page]?.footers ?? [])].toSorted(([one], [other]) => one - other);
      const rowsOfBody = (rows[page] ?? []).slice(0, ofPage.length);
      return {
        lines: footers.length === 0 ? ofPage : [...ofPage, '', ...footers.map(([, text]) => text)],
        rows: footers.length === 0 ? rowsOfBody : [...rowsOfBody, -1, ...footers.map(([row]) => row)],
        tables: pages[page]?.tables ?? [],
      };
    }),
  );
};

/**
 * Prepares the text of a document for chunking: removes running headers and footers, page numbers and a trailing list
 * of references; joins tables that continue over pages; normalizes characters, spaces and units; rejoins words broken
 * over lines.
 *
 * No number is ever changed: the digits of the remaining lines are the same, in the same order. One copy of a running
 * line stays, a header at its first and a footer at its last occurrence, because it often holds the title, the protocol
 * number and a date; lines that read as content always stay.
 *
 * @param seed a random number, so that no file can be crafted whose words are slow to index; it changes no result
 */
export const cleanPages = (pages: readonly ExtractedPage[], seed?: number): CleanedDocument => {
  const body = contentLines(pages);
  const vocabulary = vocabularyOf(
    body.flatMap(({ lines }) => lines),
    seed,
  );
  return joinPages(
    pages.map(({ page, ocrConfidence }, index) => {
      const { lines, continuesTable } = body[index] ?? { lines: [], continuesTable: false };
      const joined = joinBrokenWords(lines.map(normalizeSpaces), vocabulary);
      const text = squeezeEmptyLines(joined).map(normalizeUnits).join('\n');
      return { page, continuesTable, text, ocrConfidence };
    }),
  );
};
