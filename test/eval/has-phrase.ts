const normalized = (text: string): string => text.toLowerCase().replace(/\s+/g, '');

/** Whether a phrase stands in one of the texts, whatever the case and the blanks: layouts differ in both. */
export const hasPhrase = (texts: readonly string[], phrase: string): boolean => {
  const wanted = normalized(phrase);
  return texts.some((text) => normalized(text).includes(wanted));
};
