/** Limits on the figures stored per document, in addition to those in `domain/knowledge/figure.ts`. */

/** Most figures of one page; more are pieces of a picture, or icons. */
export const maxFiguresOfPage = 20;
/** Longest side of a picture, in pixels. */
export const maxSide = 2_000;
/** Most pixels in a picture before it is shrunk: a photograph has at most 50 million. */
export const maxSourcePixels = 50_000_000;
/** The same for all pictures of a file without pages, each counted once: 200 screens. A million pixels cost 0.1 s. */
export const maxAllSourcePixels = 500_000_000;
/** Most bytes of one picture, and of all pictures of a document. */
export const maxPictureBytes = 6 * 1024 * 1024;
export const maxAllPictureBytes = 128 * 1024 * 1024;
/** Smallest side of a picture worth showing, in pixels, in a file without pages. */
export const minSide = 40;
