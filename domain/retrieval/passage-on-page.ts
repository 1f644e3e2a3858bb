import type { Passage } from './passage.ts';

/** What of a passage is on a page. */
type OnPage = {
  readonly text: string;
  /** Which line of the passage's text it begins with, from 1. */
  readonly firstLine: number;
  /** Where in the cleaned text of the document it begins; absent where that is not known. */
  readonly start?: number;
};

const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1;

/**
 * A passage as it is on one of its pages, without what is repeated before a table to rule it; `undefined` for a page
 * that it is not on. An older index records neither where pages break nor where text is repeated: then it is the
 * whole.
 */
export const passageOnPage = (
  { text, start, end, firstPage, lastPage, pageBreaks }: Passage,
  page: number,
): OnPage | undefined => {
  if (page < firstPage || page > lastPage) return undefined;
  if (start === undefined || end === undefined) return { text, firstLine: 1 };
  const lead = Math.max(0, text.length - (end - start));
  const edges = [start, ...(pageBreaks ?? []), end];
  const from = pageBreaks && edges[page - firstPage];
  const to = pageBreaks && edges[page - firstPage + 1];
  const [begins, ends] = from === undefined || to === undefined ? [start, end] : [from, to];
  return {
    text: text.slice(lead + begins - start, lead + ends - start),
    firstLine: 1 + linesBefore(text, lead + begins - start),
    start: begins,
  };
};
