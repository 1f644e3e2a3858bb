/** A list in a sentence: `a, b or c`. */
export const listInSentence = (names: readonly string[], conjunction: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
