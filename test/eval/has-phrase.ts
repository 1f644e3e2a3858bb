/** Ignores case, blanks and superscripts: labels have "10 9", "109" and "10⁹" for the extracted "10^9". */
const normalized = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u2212', '-')
    .replace(/[\s^]+/g, '');

/** Whether one of the texts contains a phrase, ignoring case and blanks, since layouts differ in both. */
export const hasPhrase = (texts: readonly string[], phrase: string): boolean => {
  const wanted = normalized(phrase);
  return texts.some((text) => normalized(text).includes(wanted));
};
