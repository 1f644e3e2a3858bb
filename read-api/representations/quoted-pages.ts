import type { Citation } from '../../domain/consultation/citation.ts';
import { joinLineRanges } from '../../domain/retrieval/line-ranges.ts';
import { MAX_HIGHLIGHTS } from '../request/highlight-fields.ts';

/** The most pages of a citation: a passage is a page or two long, and an answer quotes a few. */
const MAX_PAGES = 20;

/** A passage with its quoted lines; all lines when they are unknown. */
type Quoted = { readonly chunkId: string; readonly lines?: string; readonly checksum?: string };

type QuotedPage = { readonly page: number; readonly highlights: readonly [Quoted, ...Quoted[]] };

/** Merges the lines of one passage that several parts of an answer quote. */
const joined = ([first, ...others]: readonly [Quoted, ...Quoted[]]): Quoted => {
  const all = [first, ...others].map(({ lines }) => lines);
  const lines = all.every((one) => one !== undefined) ? joinLineRanges(all) : undefined;
  return lines === undefined ? { chunkId: first.chunkId } : { ...first, lines };
};

/** The quoted pages of a citation, each once with all its quotations; none for an external source. */
export const quotedPages = ({ source, passages, ...citation }: Citation): readonly QuotedPage[] => {
  if (source !== undefined) return [];
  const byPage = new Map<number, Map<string, [Quoted, ...Quoted[]]>>();
  const add = (page: number, quoted: Quoted): void => {
    const ofPage = byPage.get(page) ?? new Map<string, [Quoted, ...Quoted[]]>();
    byPage.set(page, ofPage);
    const known = ofPage.get(quoted.chunkId);
    if (known) known.push(quoted);
    else ofPage.set(quoted.chunkId, [quoted]);
  };
  for (const { chunkId, pages, places = [] } of passages ?? [{ ...citation, places: undefined }]) {
    for (const { page, ...lines } of places) add(page, lines);
    for (const page of pages) if (!places.some((place) => place.page === page)) add(page, { chunkId });
  }
  return [...byPage]
    .sort(([one], [other]) => one - other)
    .slice(0, MAX_PAGES)
    .flatMap(([page, ofPage]): readonly QuotedPage[] => {
      const [first, ...others] = [...ofPage.values()].slice(0, MAX_HIGHLIGHTS).map(joined);
      return first === undefined ? [] : [{ page, highlights: [first, ...others] }];
    });
};
