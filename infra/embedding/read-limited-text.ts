/** The text of an answer; undefined when it has more than `most` bytes. */
export const readLimitedText = async (response: Response, most: number): Promise<string | undefined> => {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > most) return undefined;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
};
