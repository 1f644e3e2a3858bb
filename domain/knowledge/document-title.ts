/**
 * The title of a document that has not been read yet: the given one, or the file name without its extension, with
 * underscores read as spaces (hyphens stay: they are part of protocol numbers such as `1219-P`). Indexing finds a
 * better one. Deliberately simple: rebuilt read models must give the same result.
 */
export const documentTitleOf = (fileName: string, title: string | undefined): string => {
  if (title !== undefined) return title;
  const words = fileName
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[\s_]+/g, ' ')
    .trim();
  return words === '' ? fileName : words;
};
