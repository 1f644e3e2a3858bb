/** Returns the text of a body, or `undefined` if it exceeds `most` bytes: a server could send for ever. */
export const readText = async (
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<string | undefined> => {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > most) return undefined;
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
};
