/** An encoded word (RFC 2047, section 2); blanks between two of them are not shown. */
const ENCODED_WORDS =
  /=\?([\w-]{1,40})(?:\*[\w-]{1,40})?\?([BQ])\?([^?\s]{0,200})\?=(?:[ \t]{1,8}(?==\?[\w-]{1,40}(?:\*[\w-]{1,40})?\?[BQ]\?))?/giu;

const bytesOfQ = (text: string): string =>
  text
    .replaceAll('_', ' ')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const bytesOf = (encoding: string, text: string): Uint8Array | undefined => {
  try {
    const binary = encoding.toUpperCase() === 'B' ? atob(text) : bytesOfQ(text);
    return Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const decode = (charset: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Encoded words within encoded words that are followed; no mail program follows any. */
const MAX_DEPTH = 4;

const decodeOnce = (text: string): string =>
  text.replace(ENCODED_WORDS, (whole, charset: string, encoding: string, encoded: string) => {
    const bytes = bytesOf(encoding, encoded);
    return (bytes && decode(charset, bytes)) ?? whole;
  });

/**
 * A text as a mail program shows it: with the encoded words of headers (`=?utf-8?B?…?=`) decoded, also those that come to
 * light by that. What cannot be decoded stays as it is written, as mail programs leave it.
 */
export const decodeEncodedWords = (text: string): string => {
  let decoded = text;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next = decodeOnce(decoded);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
};

/**
 * Whether a text holds what begins as an encoded word does. In one that `decodeEncodedWords` has left, a mail program may
 * still read something: it may know the charset, or pass over signs that are none of base64.
 */
export const holdsEncodedWord = (text: string): boolean => /=\?[^?\s]{1,80}\?[BQ]\?/iu.test(text);
