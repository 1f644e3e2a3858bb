/** A part of a page as shares of it, from 0 to 1, measured from its upper left corner as it is shown. */
export type PageRectangle = {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/**
 * What pages are drawn of: a PDF, or the cleaned text of a file that has no pages, set on sheets for reading. The same
 * `id` stands for the same content; `read` is asked only when that is not at hand.
 */
export type PageSource = { readonly id: string } & (
  | { readonly kind: 'pdf'; readonly read: () => Promise<Uint8Array> }
  | { readonly kind: 'text'; readonly read: () => Promise<string> }
);

/** What is to be found: of a PDF by its text, of a text by its place in it (`end` is after its last character). */
type SoughtPassage = {
  readonly text: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
};

/** Which page, and what is to be found on it. */
export type PageRequest = {
  /** From 1. A text is one page. */
  readonly page: number;
  /** From 1. That of the passage when absent, or else the first. A page of a PDF is one sheet. */
  readonly sheet?: number;
  readonly passage?: SoughtPassage;
};

/** A page that was looked at. */
export type LocatedPage = {
  /** How many pages there are. */
  readonly pages: number;
  /** Which sheet of how many the page takes. */
  readonly sheet: number;
  readonly sheets: number;
  /** The lines of the passage on this sheet, in reading order; none where it cannot be found there. */
  readonly rectangles: readonly PageRectangle[];
};

/** A page as a picture, the passage marked. */
export type DrawnPage = LocatedPage & {
  /** PNG. */
  readonly image: Uint8Array;
  /** In pixels. It is less wide than was asked for where the page would have too many. */
  readonly width: number;
  readonly height: number;
};

/**
 * Shows pages of documents. Drawing takes bounded time and memory, whatever the file does, and none of this process's
 * thread.
 *
 * Rejects with a Failure: `not_found` (`details.pages` says how many there are) for a page beyond the
 * end, `details.sheets` for a sheet; `rule_violated` for a file that cannot be read or a script that cannot be set, `timeout` where a page takes too long, `unavailable` when there is
 * too much to do.
 */
export type PageImages = {
  /** Draws a page, `width` pixels wide. */
  readonly draw: (
    source: PageSource,
    request: PageRequest & { readonly width: number },
    signal?: AbortSignal,
  ) => Promise<DrawnPage>;
  /** Finds the lines of a passage on a page without drawing it. */
  readonly locate: (source: PageSource, request: PageRequest, signal?: AbortSignal) => Promise<LocatedPage>;
};
