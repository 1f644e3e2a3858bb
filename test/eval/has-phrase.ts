const normalized = (text: string): string => text.toLowerCase().replace(/\s+/g, '');

/** Whether one of the texts contains a phrase, ignoring case and blanks: layouts differ in both. */
export const hasPhrase = (texts: readonly string[], phrase: string): boolean => {
  const wanted = normalized(phrase);
  return texts.some((text) => normalized(text).includes(wanted));
};
