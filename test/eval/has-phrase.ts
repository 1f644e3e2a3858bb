/**
 * Ignores case, blanks, superscripts and the borders of tables: labels have "10 9", "109" and "10⁹" for the extracted
 * "10^9", and the cells of a row without what is drawn between them.
 */
const normalized = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u2212', '-')
    .replace(/[\s^|]+/g, '');

/** Whether one of the texts contains a phrase, ignoring case, blanks and the borders of tables, since layouts differ in them. */
export const hasPhrase = (texts: readonly string[], phrase: string): boolean => {
  const wanted = normalized(phrase);
  return texts.some((text) => normalized(text).includes(wanted));
};
