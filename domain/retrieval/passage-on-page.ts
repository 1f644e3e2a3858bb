import type { Passage } from './passage.ts';

/** The part of a passage that is on a page. */
type OnPage = {
  readonly text: string;
  /** The line of the passage's text at which it begins, from 1. */
  readonly firstLine: number;
  /** Its offset in the cleaned text of the document; absent when unknown. */
  readonly start?: number;
};

const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1;

/**
 * The part of a passage on one of its pages, without the lead repeated above a table; `undefined` for a page that it is
 * not on. An older index records neither page breaks nor leads: then the whole passage is returned.
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
