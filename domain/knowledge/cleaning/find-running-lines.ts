import { isContentLine } from './is-content-line.ts';
import { isChapterLine, isRightsNotice } from './lone-line.ts';

/** The number of lines at the top and at the bottom of a page that can belong to a running header or footer. */
const zoneLines = 10;
/** How far apart two pages may be to share a running line: 2 allows for alternating left and right pages. */
const reach = 2;

/** Lines with the same words are the same line; numbers are compared separately. */
const wordsOf = (line: string): string => line.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
/** Lines that differ only in spaces and punctuation are the same: `REVISED:10-01-25`, `Revised: 10-01-25`. */
const keyOf = (words: string): string => words.replace(/[^\p{L}\p{N}#|]+/gu, '') || words;
const numbersOf = (line: string): readonly number[] => (line.match(/\d+/g) ?? []).map(Number);

/** `3`, `- 3 -`, `Page 3`, `Page 3 of 5`, `3 / 5`: a line that only counts pages. */
const pageNumberLine =
  /^[\s\-–—|[\](]*(?:(?:page|pg\.?|p\.)\s*)?\d{1,5}(?:\s*(?:of|\/|\|)\s*\d{1,5})?[\s\-–—|[\])]*$/i;
const pageWordBefore = /\b(?:page|pg\.?|p\.)\s*#/;
/** `PAGE 2 OF 5` at the end of a line. */
const pageCount = /(?<!\s)\s*\bpage\s+\d{1,5}(?:\s+of\s+\d{1,5})?\s*$/i;
const wordCount = (words: string): number => words.split(' ').filter((word) => /\p{L}/u.test(word)).length;

type Edge = 'top' | 'bottom';
type Line = { readonly page: number; readonly row: number; readonly text: string };

/** A number at either end of a line; pages of supplements have a letter before it: `i12`, `S45`. */
const numberAtEnd = /^[a-z]?#| [a-z]?#$/;

/** True when a number of the line may be the page number: after the word "page", or at either end of some words. */
const mayCountPages = (words: string): boolean =>
  pageWordBefore.test(words) || (wordCount(words) >= 2 && numberAtEnd.test(words));

/**
 * True when two lines with the same words on near pages are one running line: each number stays the same or grows with
 * the page number. So `Page 3 of 5` runs, and two rows of a dosing table never do.
 */
const runsTogether = (words: string, one: Line, other: Line): boolean => {
  const others = numbersOf(other.text);
  return numbersOf(one.text).every((value, slot) => {
    const otherValue = others[slot];
    if (value === otherValue) return true;
    if (otherValue === undefined || !(pageNumberLine.test(one.text) || mayCountPages(words))) return false;
    return otherValue - value === other.page - one.page;
  });
};

/** The non-empty lines nearest to one edge of each page, outermost first. */
const zonesOf = (pages: readonly (readonly string[])[], edge: Edge): readonly (readonly Line[])[] =>
  pages.map((lines, page) => {
    const zone: Line[] = [];
    for (let step = 0; step < lines.length && zone.length < zoneLines; step += 1) {
      const row = edge === 'top' ? step : lines.length - 1 - step;
      const text = lines[row] ?? '';
      if (text.trim() !== '') zone.push({ page, row, text });
    }
    return zone;
  });

const isTableRow = (text: string): boolean => text.trimStart().startsWith('|');

/** The lines of one edge, grouped by their words, in page order. */
const groupByWords = (zones: readonly (readonly Line[])[]): ReadonlyMap<string, readonly Line[]> => {
  const groups = new Map<string, Line[]>();
  for (const line of zones.flat()) {
    const key = keyOf(wordsOf(line.text));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else if (group.at(-1)?.page !== line.page) group.push(line);
  }
  return groups;
};

type Running = {
  readonly lines: readonly Line[];
  /** The copy to keep: a header's first, a footer's last. */
  readonly staying: Line;
  readonly isContent: boolean;
};

/** The running lines of one edge. */
const runningOf = (
  zones: readonly (readonly Line[])[],
  pageCount: number,
  edge: Edge,
): ReadonlyMap<Line, Running> => {
  const running = new Map<Line, Running>();
  const minPages = Math.max(2, Math.min(3, pageCount));
  for (const group of groupByWords(zones).values()) {
    let run: Line[] = [];
    const close = (): void => {
      const staying = edge === 'top' ? run[0] : run.at(-1);
      if (staying !== undefined && run.length >= minPages) {
        const isContent = !pageNumberLine.test(staying.text) && isContentLine(staying.text, run.length);
        for (const line of run) running.set(line, { lines: run, staying, isContent });
      }
      run = [];
    };
    for (const line of group) {
      const previous = run.at(-1);
      const joins =
        previous !== undefined &&
        line.page - previous.page <= reach &&
        runsTogether(wordsOf(line.text), previous, line);
      if (!joins) close();
      run.push(line);
    }
    close();
  }
  return running;
};

/** A lone page number needs no repetition when it matches its page. */
const countsThisPage = (line: Line): boolean =>
  /page|pg|of|\//i.test(line.text) && numbersOf(line.text)[0] === line.page + 1;

/**
 * The lines from the edge up to the first that does not run or is content. A table counts as a whole: the head of a
 * table that continues from page to page runs but its rows do not, and they would mean nothing without it. Beyond
 * content that recurs on every page, only page counts are removed.
 */
const runningPart = (
  zone: readonly Line[],
  runs: (line: Line) => boolean,
  isContent: (line: Line) => boolean,
): readonly Line[] => {
  const end = zone.findIndex((line) => !runs(line));
  const all = end < 0 ? zone : zone.slice(0, end);
  const content = all.findIndex(isContent);
  const part = content < 0 ? all : all.slice(0, content);
  const counts =
    content < 0 ? [] : all.slice(content).filter((line) => !isContent(line) && pageCount.test(line.text));
  const stop = zone[part.length];
  if (stop === undefined || !isTableRow(stop.text)) return [...part, ...counts];
  const table = part.findLastIndex((line) => !isTableRow(line.text));
  return [...part.slice(0, table + 1), ...counts];
};

/** The rows to leave out of a page, and the footers to keep at its end, without their page numbers. */
type RunningLines = {
  readonly removed: ReadonlySet<number>;
  readonly footers: ReadonlyMap<number, string>;
};

/**
 * Detects copyright notices and chapter names at an edge of a page that do not run over three pages (semantic search,
 * "Text Preprocessing & Cleaning"). A chapter name counts only where one of the two previous pages has the same and no
 * title follows: `Chapter 3` where a chapter begins leads to it.
 */
const loneLines = (pages: readonly (readonly string[])[]): ((line: Line) => boolean) => {
  const isSaid = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
  const chapters = pages.map(
    (lines) => new Set(lines.filter(isChapterLine).map((line) => keyOf(line.toLowerCase()))),
  );
  return ({ page, row, text }) => {
    const lines = pages[page] ?? [];
    if (isRightsNotice(text)) return lines.filter(isSaid).length > 1;
    if (!isChapterLine(text)) return false;
    const below = lines.slice(row + 1).find(isSaid);
    if (below?.startsWith('#')) return false;
    return [page - 1, page - 2].some((before) => chapters[before]?.has(keyOf(text.toLowerCase())) === true);
  };
};

/**
 * Finds running headers, footers and page numbers by their repetition on neighbouring pages, and lone notices by their
 * wording.
 *
 * Returns, for the lines of each page, the rows to leave out. No information is lost: one of the equal lines stays,
 * unless it only counts pages, because it often has the title, the protocol number or the effective date. Of a header
 * the first stays, as part of the title block; of a footer the last, where it cuts no sentence, list or table that
 * continues over the page. The search from the edge inwards stops at the first line that does not run or that reads as
 * content, so the body is never touched. Linear in the number of lines.
 */
export const findRunningLines = (pages: readonly (readonly string[])[]): readonly RunningLines[] => {
  const found = pages.map(() => ({ removed: new Set<number>(), footers: new Map<number, string>() }));
  const isCount = ({ text }: Line): boolean => pages.length > 1 && pageNumberLine.test(text);
  const says = (line: Line): boolean => !isCount(line) && (/\p{L}/u.test(line.text) || isTableRow(line.text));
  const isRemoved = (line: Line): boolean => found[line.page]?.removed.has(line.row) === true;
  const isLone = loneLines(pages);
  const staying: Running[] = [];
  for (const edge of ['top', 'bottom'] as const) {
    const zones = zonesOf(pages, edge);
    const running = runningOf(zones, pages.length, edge);
    const runs = (line: Line): boolean =>
      running.has(line) || (isCount(line) && countsThisPage(line)) || isLone(line);
    const isContent = (line: Line): boolean => running.get(line)?.isContent === true;
    const stays = (line: Line): boolean => running.get(line)?.staying === line && says(line);
    for (const [page, zone] of zones.entries())
      for (const line of runningPart(zone, runs, isContent)) {
        if (!stays(line)) found[page]?.removed.add(line.row);
        else if (edge === 'bottom') found[page]?.footers.set(line.row, line.text.replace(pageCount, ''));
      }
    for (const [line, run] of running) if (stays(line)) staying.push(run);
  }
  for (const { removed, footers } of found) for (const row of removed) footers.delete(row);
  // On pages of few lines, one line may be both the header to keep and a footer to remove.
  for (const run of staying)
    if (run.lines.every(isRemoved)) found[run.staying.page]?.removed.delete(run.staying.row);
  return found;
};
