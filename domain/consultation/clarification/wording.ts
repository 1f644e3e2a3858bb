/** Normalizes a text for `containsPhrase`: lower-case words, each surrounded by spaces. */
export const wordingOf = (...texts: readonly string[]): string =>
  ` ${
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

/** Whether a wording contains a phrase; a trailing `*` matches words with that prefix. */
export const containsPhrase = (wording: string, phrase: string): boolean =>
  phrase.endsWith('*')
    ? wording.includes(wordingOf(phrase.slice(0, -1)).trimEnd())
    : wording.includes(wordingOf(phrase));
