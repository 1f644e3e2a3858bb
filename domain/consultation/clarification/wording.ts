/** A text as its words with a blank around each, in lower case, for `containsPhrase`. */
export const wordingOf = (...texts: readonly string[]): string =>
  ` ${
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

/** Whether a wording holds a phrase, or with a `*` at its end words that begin with it. */
export const containsPhrase = (wording: string, phrase: string): boolean =>
  phrase.endsWith('*')
    ? wording.includes(wordingOf(phrase.slice(0, -1)).trimEnd())
    : wording.includes(wordingOf(phrase));
