/** An encoded word (RFC 2047, section 2); spaces between two of them are not displayed. */
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

/** The deepest nesting of encoded words that is decoded; mail programs decode none. */
const MAX_DEPTH = 4;

const decodeOnce = (text: string): string =>
  text.replace(ENCODED_WORDS, (whole, charset: string, encoding: string, encoded: string) => {
    const bytes = bytesOf(encoding, encoded);
    return (bytes && decode(charset, bytes)) ?? whole;
  });

/**
 * Decodes the encoded words of mail headers (`=?utf-8?B?…?=`), including those that decoding reveals. Text that cannot
 * be decoded stays unchanged, as in mail programs.
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
 * True when a text contains the beginning of an encoded word. A mail program may still decode one that
 * `decodeEncodedWords` left: it may know the charset, or skip characters that are not base64.
 */
export const mayContainEncodedWord = (text: string): boolean => /=\?[^?\s]{1,80}\?[BQ]\?/iu.test(text);
