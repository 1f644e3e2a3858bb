/** Where the picture of a page is, with a passage marked on it. It holds keys and numbers only. */
export const pageImageLink = (
  {
    docKey,
    version,
    chunkId,
  }: { readonly docKey: string; readonly version: number; readonly chunkId: string },
  page: number,
): string =>
  `/api/documents/${encodeURIComponent(docKey)}/versions/${version}/pages/${page}/image?highlight=${encodeURIComponent(chunkId)}`;
