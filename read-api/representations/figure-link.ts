/** A version of a document. */
type Place = { readonly docKey: string; readonly version: number };

/** The most figure pictures linked from one passage or citation. */
const MAX_LINKS = 20;

/** The link to the picture of a figure. It contains only keys and numbers. */
export const figureLink = ({ docKey, version }: Place, figure: number): string =>
  `/api/documents/${encodeURIComponent(docKey)}/versions/${version}/figures/${figure}`;

/** The links to the pictures of figures, each once, as a member that is absent when there are none. */
export const imageUrlsOf = (
  place: Place,
  figures: readonly number[] = [],
): { readonly imageUrls?: string[] } =>
  figures.length === 0
    ? {}
    : { imageUrls: [...new Set(figures)].slice(0, MAX_LINKS).map((figure) => figureLink(place, figure)) };
