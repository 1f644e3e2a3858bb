/** A version of a document. */
type Place = { readonly docKey: string; readonly version: number };

/** Most pictures of figures that are linked from one passage or citation. */
const MAX_LINKS = 20;

/** Where the picture of a figure is. It holds keys and numbers only. */
export const figureLink = ({ docKey, version }: Place, figure: number): string =>
  `/api/documents/${encodeURIComponent(docKey)}/versions/${version}/figures/${figure}`;

/** Where the pictures of figures are, each once, as a member for those that have any. */
export const imageUrlsOf = (
  place: Place,
  figures: readonly number[] = [],
): { readonly imageUrls?: string[] } =>
  figures.length === 0
    ? {}
    : { imageUrls: [...new Set(figures)].slice(0, MAX_LINKS).map((figure) => figureLink(place, figure)) };
