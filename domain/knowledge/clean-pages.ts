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

/** Leading spaces show the depth of a list item, and are kept there only. */
const listItem = /^(?:[-*•◦▪●○‣❑➢]|\d{1,3}[.)]|[A-Za-z][.)])\s/;

/** One kind of space, no space before punctuation; never a change inside a number (`0 .5` stays). */
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

const toLines = (page: ExtractedPage): readonly string[] =>
  page.text.split(/\r\n|[\r\n\f\v\u2028\u2029]/).map(repairCharacters);

/** Leaves one empty line where there were several, and none at the ends. */
const squeezeEmptyLines = (lines: readonly string[]): readonly string[] => {
  const kept = lines.filter((line, index) => line.trim() !== '' || (lines[index - 1] ?? '').trim() !== '');
  return kept.slice(kept[0]?.trim() === '' ? 1 : 0, kept.at(-1)?.trim() === '' ? -1 : undefined);
};

type PageLines = readonly (readonly string[])[];

/** Cuts a trailing literature list off, whichever page it begins on. */
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

/** Puts the pages one after the other and notes where each is; one that goes on with a table is a line further. */
const joinPages = (
  pages: readonly (Pick<ExtractedPage, 'page' | 'text' | 'ocrConfidence'> & { readonly goesOn: boolean })[],
): CleanedDocument => {
  const parts: string[] = [];
  const spans: PageSpan[] = [];
  let length = 0;
  for (const { page, text, goesOn, ocrConfidence } of pages) {
    if (text !== '' && length > 0) {
      const between = goesOn ? lineBreak : pageBreak;
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
 * The lines of each page that stay: no running headers and footers, no page numbers, no literature list, no repeated
 * head of a table that goes on over pages.
 */
export const contentLines = (pages: readonly ExtractedPage[]): readonly JoinedPage[] => {
  const lines = pages.map(toLines);
  const running = findRunningLines(lines);
  const rows = lines.map((ofPage, page) =>
    ofPage.flatMap((_, row) =>
      running[page]?.removed.has(row) === true || running[page]?.footers.has(row) === true ? [] : [row],
    ),
  );
  // A footer that stays is put back only now: a literature list ends the document although one is below it.
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
 * Makes the text of a document ready for chunking: running headers and footers, page numbers and a trailing
 * literature list go; tables that go on over pages are one; characters, spaces and units are written one way; words
 * broken over lines are whole again.
 *
 * No number is ever changed: the digits of the lines that stay are the same, in the same order. What a running line
 * says stays once, a header at its first and a footer at its last occurrence, because it often holds the title,
 * the protocol's number and a date; what reads as content always stays.
 *
 * @param seed a random number, so that no file can be made whose words take long to file; it changes no result
 */
export const cleanPages = (pages: readonly ExtractedPage[], seed?: number): CleanedDocument => {
  const body = contentLines(pages);
  const vocabulary = vocabularyOf(
    body.flatMap(({ lines }) => lines),
    seed,
  );
  return joinPages(
    pages.map(({ page, ocrConfidence }, index) => {
      const { lines, goesOn } = body[index] ?? { lines: [], goesOn: false };
      const joined = joinBrokenWords(lines.map(normalizeSpaces), vocabulary);
      const text = squeezeEmptyLines(joined).map(normalizeUnits).join('\n');
      return { page, goesOn, text, ocrConfidence };
    }),
  );
};
