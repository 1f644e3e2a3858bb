import type { ExtractedPage } from '../../../../domain/knowledge/extracted-page.ts';
import type { Bookmark } from './read-bookmarks.ts';

/** Fewest matched headings for the bookmarks to count as the document's outline. */
const fewest = 4;
/** Least share of the bookmarks that must match. */
const leastShare = 0.4;
/** Most lines of a heading. */
const mostLines = 3;
/** The deepest heading of Markdown. */
const deepest = 6;

const mark = /^(#{1,6}) /;

/** Reduces a line to its letters and digits for comparison. */
const keyOf = (line: string): string =>
  line
    .replace(mark, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Bookmarks often omit a section's number, or have one that is not printed. */
const withoutNumber = (line: string): string =>
  keyOf(line.replace(mark, '').replace(/^(?:(?:chapter|section)\s+)?[\d.]+[.):\s]+/i, ''));

type Found = { readonly line: number; readonly lines: number };

/** Finds a title on a page: a line, or a few lines that it is broken over. */
const findTitle = (
  lines: readonly string[],
  title: string,
  taken: ReadonlySet<number>,
): Found | undefined => {
  const [whole, bare] = [keyOf(title), withoutNumber(title)];
  if (bare.length < 3) return undefined;
  for (const isSame of [
    (line: string) => keyOf(line) === whole,
    (line: string) => withoutNumber(line) === bare,
  ])
    for (const line of lines.keys())
      for (let count = 1; count <= mostLines; count += 1) {
        const own = lines.slice(line, line + count);
        if (taken.has(line) || own.length < count || own.some((one) => one.startsWith('|') || one === ''))
          break;
        const text = own.map((one) => one.replace(mark, '')).join(' ');
        if (text.length > 2 * title.length + 40) break;
        if (isSame(text)) return { line, lines: count };
      }
  return undefined;
};

/**
 * Marks the lines that the bookmarks of a PDF lead to as headings at the bookmarks' depth. If the bookmarks are the
 * outline of the document, other lines in large print become headings below them.
 */
export const markBookmarked = (
  pages: readonly ExtractedPage[],
  bookmarks: readonly Bookmark[],
): readonly ExtractedPage[] => {
  if (bookmarks.length < fewest) return pages;
  const depths = new Map<number, Map<number, { readonly depth: number; readonly lines: number }>>();
  const texts = new Map(pages.map(({ page, text }) => [page, text.split('\n')]));
  let count = 0;
  let lowest = 0;
  for (const { title, page, depth } of bookmarks) {
    const taken = depths.get(page) ?? new Map();
    const found = findTitle(texts.get(page) ?? [], title, new Set(taken.keys()));
    if (found === undefined) continue;
    taken.set(found.line, { depth, lines: found.lines });
    depths.set(page, taken);
    count += 1;
    lowest = Math.max(lowest, depth + 1);
  }
  if (count < fewest || count < leastShare * bookmarks.length) return pages;
  const signs = (level: number): string => '#'.repeat(Math.min(deepest, level));
  return pages.map((page) => {
    const lines = texts.get(page.page) ?? [];
    const marked = depths.get(page.page);
    const written: string[] = [];
    for (let at = 0; at < lines.length; at += 1) {
      const own = marked?.get(at);
      const line = lines[at] ?? '';
      if (own === undefined) {
        const level = mark.exec(line)?.[1]?.length ?? 0;
        written.push(level === 0 ? line : `${signs(lowest + level)} ${line.replace(mark, '')}`);
        continue;
      }
      const title = lines.slice(at, at + own.lines).map((one) => one.replace(mark, ''));
      written.push(`${signs(own.depth + 1)} ${title.join(' ')}`);
      // Keeps the number of lines: tables are located by line.
      for (let rest = 1; rest < own.lines; rest += 1) written.push('');
      at += own.lines - 1;
    }
    return { ...page, text: written.join('\n') };
  });
};
