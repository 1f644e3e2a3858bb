import type { Passage } from './passage.ts';

/**
 * The text of a passage as it stands on one of its pages, without what is repeated before a table to rule it; `undefined`
 * for a page that it does not stand on. An index of before tells neither where pages break nor where text is repeated:
 * then it is the whole.
 */
export const passageOnPage = (
  { text, start, end, firstPage, lastPage, pageBreaks }: Passage,
  page: number,
): string | undefined => {
  if (page < firstPage || page > lastPage) return undefined;
  if (start === undefined || end === undefined) return text;
  const own = text.slice(Math.max(0, text.length - (end - start)));
  if (pageBreaks === undefined) return own;
  const edges = [start, ...pageBreaks, end];
  const from = edges[page - firstPage];
  const to = edges[page - firstPage + 1];
  return from === undefined || to === undefined ? own : own.slice(from - start, to - start);
};
