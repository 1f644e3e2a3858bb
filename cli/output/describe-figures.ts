/** The figure number at the end of an image URL. */
const numberOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** The maximum number of figures to name; more are only counted. */
const MOST_NAMED = 3;

/** Names the figures of a passage by the numbers for `documents show --figure`; empty if it has none. */
export const describeFigures = ({
  imageUrls = [],
}: {
  readonly imageUrls?: readonly string[] | undefined;
}): string => {
  if (imageUrls.length === 0) return '';
  if (imageUrls.length > MOST_NAMED) return ` · ${imageUrls.length} figures`;
  return ` · figure ${imageUrls.map(numberOf).join(', ')}`;
};
