/** The words of a language, of general use, in lower case. Regular inflections may be left out. */
export type Dictionary = { readonly has: (word: string) => boolean };

/** A dictionary without a word. */
export const noDictionary: Dictionary = { has: () => false };
