/**
 * A sound key that ignores common spelling variations: which vowel, doubled letters, `h`, and letters that sound alike.
 */
export const soundOf = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replace(/[aeiouy]+/g, 'a')
    .replace(/ck|[cq]/g, 'k')
    .replaceAll('z', 's')
    .replaceAll('h', '')
    .replace(/(.)\1+/g, '$1');

/** True when two spellings sound much the same: "acetominophin" and "acetaminophen". */
export const soundsLike = (one: string, other: string): boolean => soundOf(one) === soundOf(other);
