export type RequestLimits = {
  /** Most texts in one request. */
  readonly texts: number;
  /** Longest text in characters. */
  readonly characters: number;
  /** Longest text in tokens. */
  readonly textTokens?: number;
  /** Most tokens of a request, over all texts. */
  readonly requestTokens?: number;
};

type CountTokens = (text: string) => number;

/** A token is at least one byte of UTF-8, so few bytes need no counting. */
const maxTokens = (text: string): number => Buffer.byteLength(text);

/**
 * A beginning of a text with a limited number of tokens. What exceeds the limit is cut by bytes, which is crude and
 * takes no search: with the limit in characters before it, only scripts with more tokens than characters get here.
 */
const cutToTokens = (text: string, limit: number, countTokens: CountTokens): string =>
  maxTokens(text) <= limit || countTokens(text) <= limit
    ? text
    : new TextDecoder().decode(Buffer.from(text).subarray(0, limit)).replace(/\uFFFD$/, '');

/** A text as the model can read it: not longer than it may be, and without half a character at the cut. */
export const cutText = (text: string, limits: RequestLimits, countTokens: CountTokens): string => {
  const short = text.slice(0, limits.characters);
  const cut = limits.textTokens === undefined ? short : cutToTokens(short, limits.textTokens, countTokens);
  return cut === text ? text : cut.replace(/[\uD800-\uDBFF]$/, '');
};

/** Divides texts, already cut, into runs that each fit one request; their order stays. */
export const divideIntoRequests = (
  texts: readonly string[],
  limits: RequestLimits,
  countTokens: CountTokens,
): readonly (readonly string[])[] => {
  const maxRequestTokens = limits.requestTokens ?? Number.POSITIVE_INFINITY;
  const counts = texts.reduce((sum, text) => sum + maxTokens(text), 0) > maxRequestTokens;
  const requests: string[][] = [];
  let tokens = 0;
  for (const text of texts) {
    const more = counts ? countTokens(text) : 0;
    const current = requests.at(-1);
    if (current === undefined || current.length >= limits.texts || tokens + more > maxRequestTokens) {
      requests.push([text]);
      tokens = more;
    } else {
      current.push(text);
      tokens += more;
    }
  }
  return requests;
};
