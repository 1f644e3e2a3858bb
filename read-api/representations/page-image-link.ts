/** Passages of a document version, with the quoted lines of each if known. */
type Place = {
  readonly docKey: string;
  readonly version: number;
  readonly highlights: readonly {
    readonly chunkId: string;
    readonly lines?: string | undefined;
    readonly checksum?: string | undefined;
  }[];
};

const parameter = (name: string, parts: readonly (string | undefined)[], separator: string): string => {
  if (parts.every((part) => part === undefined)) return '';
  return `&${name}=${parts.map((part) => encodeURIComponent(part ?? '').replaceAll('%2C', ',')).join(separator)}`;
};

const pageLink = ({ docKey, version, highlights }: Place, page: number, what: 'image' | 'marks'): string => {
  const query = [
    parameter(
      'highlight',
      highlights.map(({ chunkId }) => chunkId),
      ',',
    ),
    parameter(
      'lines',
      highlights.map(({ lines }) => lines),
      ';',
    ),
    parameter(
      'checksum',
      highlights.map(({ checksum }) => checksum),
      ',',
    ),
  ].join('');
  return `/api/documents/${encodeURIComponent(docKey)}/versions/${version}/pages/${page}/${what}?${query.slice(1)}`;
};

/** The link to the picture of a page with passages marked on it. It contains only keys and numbers. */
export const pageImageLink = (place: Place, page: number): string => pageLink(place, page, 'image');

/** The link to the positions of the passages on the page. */
export const pageMarksLink = (place: Place, page: number): string => pageLink(place, page, 'marks');
