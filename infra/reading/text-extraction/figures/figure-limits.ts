/** Bounds of the figures that are kept of one document, beside those of `domain/knowledge/figure.ts`. */

/** Most figures of one page; more are the pieces of a picture, or icons. */
export const maxFiguresOfPage = 20;
/** Longest side of a picture, in pixels. */
export const longestSide = 2_000;
/** Most pixels that a picture may be made of before it is made smaller: a photograph has 50 million at most. */
export const maxSourcePixels = 50_000_000;
/** The same of all pictures of a file without pages, each opened once: two hundred screens. A million takes some 0.1 s. */
export const maxAllSourcePixels = 500_000_000;
/** Most bytes of one picture, and of all of a document. */
export const maxPictureBytes = 6 * 1024 * 1024;
export const maxAllPictureBytes = 128 * 1024 * 1024;
/** Smallest side of a picture that shows something, in pixels of a file without pages. */
export const leastSide = 40;
