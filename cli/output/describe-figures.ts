/** The number at the end of the address of a figure's picture. */
const numberOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** More than these are counted. */
const MOST_NAMED = 3;

/** Says of a passage which figures it has, as `documents show --figure` takes them; nothing where it has none. */
export const describeFigures = ({
  imageUrls = [],
}: {
  readonly imageUrls?: readonly string[] | undefined;
}): string => {
  if (imageUrls.length === 0) return '';
  if (imageUrls.length > MOST_NAMED) return ` · ${imageUrls.length} figures`;
  return ` · figure ${imageUrls.map(numberOf).join(', ')}`;
};
