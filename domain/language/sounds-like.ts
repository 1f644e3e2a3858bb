/** A word without what spelling varies in: which vowel, doubled letters, `h`, and letters that sound alike. */
export const soundOf = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replace(/[aeiouy]+/g, 'a')
    .replace(/ck|[cq]/g, 'k')
    .replaceAll('z', 's')
    .replaceAll('h', '')
    .replace(/(.)\1+/g, '$1');

/** Whether two spellings stand for much the same sound: "acetominophin" and "acetaminophen". */
export const soundsLike = (one: string, other: string): boolean => soundOf(one) === soundOf(other);
