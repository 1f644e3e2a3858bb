export type RequestLimits = {
  /** Maximum number of texts in a request. */
  readonly texts: number;
  /** Maximum length of a text in characters. */
  readonly characters: number;
  /** Maximum length of a text in tokens. */
  readonly textTokens?: number;
  /** Maximum number of tokens in a request, over all texts. */
  readonly requestTokens?: number;
};

type CountTokens = (text: string) => number;

/** A token has at least one byte of UTF-8, so short texts need no counting. */
const maxTokens = (text: string): number => Buffer.byteLength(text);

/**
 * Cuts a text to a limited number of tokens. It cuts by bytes, which is crude and needs no search: the character limit
 * applies first, so only scripts with more tokens than characters get here.
 */
const cutToTokens = (text: string, limit: number, countTokens: CountTokens): string =>
  maxTokens(text) <= limit || countTokens(text) <= limit
    ? text
    : new TextDecoder().decode(Buffer.from(text).subarray(0, limit)).replace(/\uFFFD$/, '');

/** Cuts a text to the limits of the model, without splitting a surrogate pair. */
export const cutText = (text: string, limits: RequestLimits, countTokens: CountTokens): string => {
  const short = text.slice(0, limits.characters);
  const cut = limits.textTokens === undefined ? short : cutToTokens(short, limits.textTokens, countTokens);
  return cut === text ? text : cut.replace(/[\uD800-\uDBFF]$/, '');
};

/** Splits texts, already cut, into consecutive batches that each fit one request. */
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
