/** An area of a page in fractions of its size, from 0 to 1, measured from the upper left corner as displayed. */
export type PageRectangle = {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A text, with the character offsets of its pages. */
export type PagedText = {
  readonly text: string;
  readonly pages: readonly { readonly start: number; readonly end: number }[];
};

/**
 * The source of page images: a PDF, or the cleaned text of a file of another kind, laid out on sheets for reading. The
 * same `id` means the same content; `read` is called only when that is not cached.
 */
export type PageSource = { readonly id: string } & (
  | { readonly kind: 'pdf'; readonly read: () => Promise<Uint8Array> }
  | { readonly kind: 'text'; readonly read: () => Promise<PagedText> }
);

/** The lines to find: in a PDF by its text, in a text by position. */
export type PassageToLocate = {
  /** As printed on the page, line by line: neighbouring lines help to choose between several matches. */
  readonly text: string;
  /** The lines to find, from 0; all when absent. */
  readonly lines?: readonly number[] | undefined;
  /** Its start in the whole text, if the source is a text and it is known. */
  readonly start?: number | undefined;
};

/** The page, and the lines to mark on it. */
export type PageRequest = {
  /** From 1. */
  readonly page: number;
  /** From 1. When absent, the first sheet with a match, or else the first. A page of a PDF is one sheet. */
  readonly sheet?: number;
  readonly passages?: readonly PassageToLocate[];
};

/** Why a line could not be located: a scan has no text, or several places match equally. */
export const unlocatedReasons = ['page-without-text', 'not-found', 'stands-twice'] as const;
export type Unlocated = (typeof unlocatedReasons)[number];

/** A page with located lines. */
export type LocatedPage = {
  /** The number of pages. */
  readonly pages: number;
  /** The number of this sheet, among all sheets of the page. */
  readonly sheet: number;
  readonly sheets: number;
  /** The sheets with at least one match. */
  readonly markedSheets: readonly number[];
  /** The requested lines on this sheet, in reading order; empty if they cannot be found there. */
  readonly rectangles: readonly PageRectangle[];
  /** For each line that could not be located, the reason. Nothing is marked for it. */
  readonly unlocated: readonly Unlocated[];
};

/** A page as a picture, with matches marked. */
export type DrawnPage = LocatedPage & {
  /** PNG. */
  readonly image: Uint8Array;
  /** In pixels. Smaller than requested if the page would have too many. */
  readonly width: number;
  readonly height: number;
  /**
   * Whether drawing the whole page would take too long: the picture says so, and lacks what would have been drawn last.
   */
  readonly isPartial: boolean;
};

/**
 * Draws pages of documents, in bounded time and memory whatever the file contains, and off this process's main thread.
 *
 * Rejects with a Failure: `not_found` for a page beyond the end (`details.pages` gives their number) or a sheet beyond
 * it (`details.sheets`); `rule_violated` for a file that cannot be read or a script that cannot be typeset; `timeout`
 * if a page takes too long; `unavailable` under overload.
 */
export type PageImages = {
  /** Draws a page, `width` pixels wide. */
  readonly draw: (
    source: PageSource,
    request: PageRequest & { readonly width: number },
    signal?: AbortSignal,
  ) => Promise<DrawnPage>;
  /** Finds lines of passages on a page without drawing it. */
  readonly locate: (source: PageSource, request: PageRequest, signal?: AbortSignal) => Promise<LocatedPage>;
};
