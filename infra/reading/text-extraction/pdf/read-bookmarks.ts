import { type Pdfium, withMemory } from './pdfium.ts';

/** An entry of a PDF's outline. */
export type Bookmark = {
  readonly title: string;
  /** The target page, from 1. */
  readonly page: number;
  /** The depth, from 0. */
  readonly depth: number;
};

/** Most entries to read, and the deepest level. */
const maxBookmarks = 5_000;
const deepest = 8;
/** Most bytes of a title in UTF-16. */
const maxBytes = 1_024;

/** Reads the bookmarks of an open document that lead to a page, in order. */
export const readBookmarks = (pdfium: Pdfium, document: number): readonly Bookmark[] => {
  const { call } = pdfium;
  const found: Bookmark[] = [];
  // The entries of a file may form a cycle.
  const seen = new Set<number>();
  return withMemory(pdfium, maxBytes, (pointer) => {
    const titleOf = (bookmark: number): string => {
      const length = call.FPDFBookmark_GetTitle(bookmark, pointer, maxBytes);
      if (length <= 2 || length > maxBytes) return '';
      return Buffer.from(new Uint8Array(pdfium.memory(), pointer, length - 2))
        .toString('utf16le')
        .trim();
    };
    const pageOf = (bookmark: number): number => {
      const direct = call.FPDFBookmark_GetDest(document, bookmark);
      const action = direct === 0 ? call.FPDFBookmark_GetAction(bookmark) : 0;
      const place = action === 0 ? direct : call.FPDFAction_GetDest(document, action);
      return place === 0 ? 0 : call.FPDFDest_GetDestPageIndex(document, place) + 1;
    };
    const readWithin = (parent: number, depth: number): void => {
      let bookmark = call.FPDFBookmark_GetFirstChild(document, parent);
      while (bookmark !== 0 && !seen.has(bookmark) && seen.size < maxBookmarks) {
        seen.add(bookmark);
        const [title, page] = [titleOf(bookmark), pageOf(bookmark)];
        if (title !== '' && page > 0) found.push({ title, page, depth });
        if (depth < deepest) readWithin(bookmark, depth + 1);
        bookmark = call.FPDFBookmark_GetNextSibling(document, bookmark);
      }
    };
    readWithin(0, 0);
    return found;
  });
};
