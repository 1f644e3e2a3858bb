/** A passage of a version of a document. */
type Place = { readonly docKey: string; readonly version: number; readonly chunkId: string };

const pageLink = ({ docKey, version, chunkId }: Place, page: number, what: 'image' | 'marks'): string =>
  `/api/documents/${encodeURIComponent(docKey)}/versions/${version}/pages/${page}/${what}?highlight=${encodeURIComponent(chunkId)}`;

/** Where the picture of a page is, with a passage marked on it. It holds keys and numbers only. */
export const pageImageLink = (place: Place, page: number): string => pageLink(place, page, 'image');

/** Where it is told on which parts of the page the passage stands. */
export const pageMarksLink = (place: Place, page: number): string => pageLink(place, page, 'marks');
