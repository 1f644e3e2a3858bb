/** Reads the text of a response; undefined if it has more than `maxBytes` bytes. */
export const readLimitedText = async (response: Response, maxBytes: number): Promise<string | undefined> => {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
};
