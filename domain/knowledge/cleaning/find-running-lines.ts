/** How many lines from the top and from the bottom of a page can belong to a running header or footer. */
const zoneLines = 10;
/** How far apart two pages may be to share a running line: 2 allows for alternating left and right pages. */
const reach = 2;

/** A line with the same words as another is the same line; numbers are looked at separately. */
const wordsOf = (line: string): string => line.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
const numbersOf = (line: string): readonly number[] => (line.match(/\d+/g) ?? []).map(Number);

/** `3`, `- 3 -`, `Page 3`, `Page 3 of 5`, `3 / 5`: a line that only counts pages. */
const pageNumberLine =
  /^[\s\-–—|[\](]*(?:page|pg\.?|p\.)?\s*\d{1,5}(?:\s*(?:of|\/|\|)\s*\d{1,5})?[\s\-–—|[\])]*$/i;
const pageWordBefore = /\b(?:page|pg\.?|p\.)\s*#/;
const wordCount = (words: string): number => words.split(' ').filter((word) => /\p{L}/u.test(word)).length;

type Line = { readonly page: number; readonly row: number; readonly text: string };

/** Whether a number of the line may be the page's own: after the word "page", or at an end of some words. */
const mayCountPages = (words: string): boolean =>
  pageWordBefore.test(words) || (wordCount(words) >= 2 && (words.startsWith('#') || words.endsWith(' #')));

/**
 * Whether two lines with the same words on near pages are one running line: each number stays the same or grows
 * as the page number does. So `Page 3 of 5` runs, and two rows of a dosing table never do.
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
const zonesOf = (
  pages: readonly (readonly string[])[],
  edge: 'top' | 'bottom',
): readonly (readonly Line[])[] =>
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

/** Lines of one edge by their words, each list in page order. */
const groupByWords = (zones: readonly (readonly Line[])[]): ReadonlyMap<string, readonly Line[]> => {
  const groups = new Map<string, Line[]>();
  for (const line of zones.flat()) {
    const words = wordsOf(line.text);
    const group = groups.get(words);
    if (group === undefined) groups.set(words, [line]);
    else if (group.at(-1)?.page !== line.page) group.push(line);
  }
  return groups;
};

type Running = { readonly first: boolean };

/** The running lines of one edge, with whether each is the first of its kind. */
const runningOf = (zones: readonly (readonly Line[])[], pageCount: number): ReadonlyMap<Line, Running> => {
  const running = new Map<Line, Running>();
  const fewest = Math.min(3, pageCount);
  for (const [words, group] of groupByWords(zones)) {
    let run: Line[] = [];
    const close = (): void => {
      if (run.length >= Math.max(2, fewest))
        for (const [index, line] of run.entries()) running.set(line, { first: index === 0 });
      run = [];
    };
    for (const line of group) {
      const previous = run.at(-1);
      const joins =
        previous !== undefined && line.page - previous.page <= reach && runsTogether(words, previous, line);
      if (!joins) close();
      run.push(line);
    }
    close();
  }
  return running;
};

/** A lone page number is believed without repetition when it names its page itself. */
const countsThisPage = (line: Line): boolean =>
  /page|pg|of|\//i.test(line.text) && numbersOf(line.text)[0] === line.page + 1;

/**
 * The lines from the edge up to the first that does not run. A table counts as a whole: the head of one that goes
 * on from page to page runs, but its other rows do not, and without its head they would mean nothing.
 */
const runningPart = (zone: readonly Line[], runs: (line: Line) => boolean): readonly Line[] => {
  const end = zone.findIndex((line) => !runs(line));
  const part = end < 0 ? zone : zone.slice(0, end);
  const stop = end < 0 ? undefined : zone[end];
  if (stop === undefined || !isTableRow(stop.text)) return part;
  const table = part.findLastIndex((line) => !isTableRow(line.text));
  return part.slice(0, table + 1);
};

/**
 * Finds running headers, footers and page numbers by their repetition on neighbouring pages.
 *
 * Takes the lines of each page and answers, page by page, the rows to leave out. The first of a running header is
 * kept unless it only counts pages: on a first page it is often the title block. Footers go everywhere. Looking from the edge inwards stops at
 * the first line that does not run, so the body is never touched. Linear in the number of lines.
 */
export const findRunningLines = (pages: readonly (readonly string[])[]): readonly ReadonlySet<number>[] => {
  const removed = pages.map(() => new Set<number>());
  for (const edge of ['top', 'bottom'] as const) {
    const zones = zonesOf(pages, edge);
    const running = runningOf(zones, pages.length);
    for (const [page, zone] of zones.entries()) {
      const runs = (line: Line): boolean =>
        running.has(line) || (pages.length > 1 && pageNumberLine.test(line.text) && countsThisPage(line));
      for (const line of runningPart(zone, runs)) {
        const isCount = pages.length > 1 && pageNumberLine.test(line.text);
        if (running.get(line)?.first !== true || isCount || edge === 'bottom') removed[page]?.add(line.row);
      }
    }
  }
  return removed;
};
