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

/** What is to be found: of a PDF by its text, of a text by its place in it. */
export type PassageToLocate = {
  /** As it stands on the page, line by line: lines beside those that are sought tell which of several places is meant. */
  readonly text: string;
  /** Which of its lines, from 0, are sought; all of them when absent. */
  readonly lines?: readonly number[] | undefined;
  /** Where in the text of a file without pages it begins; absent where that is not known. */
  readonly start?: number | undefined;
};

/** Which page, and what is to be found on it. */
export type PageRequest = {
  /** From 1. A text is one page. */
  readonly page: number;
  /** From 1. The first with something of what is sought when absent, or else the first. A page of a PDF is one sheet. */
  readonly sheet?: number;
  readonly passages?: readonly PassageToLocate[];
};

/** Why it is not known where a line stands: a scan has no text, and which of several places is meant may not be told. */
export const unlocatedReasons = ['page-without-text', 'not-found', 'stands-twice'] as const;
export type Unlocated = (typeof unlocatedReasons)[number];

/** A page that was looked at. */
export type LocatedPage = {
  /** How many pages there are. */
  readonly pages: number;
  /** Which sheet of how many the page takes. */
  readonly sheet: number;
  readonly sheets: number;
  /** The sheets on which something of what is sought stands. */
  readonly markedSheets: readonly number[];
  /** The lines that are sought on this sheet, in reading order; none where they cannot be found there. */
  readonly rectangles: readonly PageRectangle[];
  /** For each line that is sought and of which it is not known where it stands, why. Nothing is marked for it. */
  readonly unlocated: readonly Unlocated[];
};

/** A page as a picture, what is sought marked. */
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
  /** Finds lines of passages on a page without drawing it. */
  readonly locate: (source: PageSource, request: PageRequest, signal?: AbortSignal) => Promise<LocatedPage>;
};
