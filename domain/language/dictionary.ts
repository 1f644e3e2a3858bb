/** How familiar a word is to everybody: one of the first 4,000 words that one learns, of the next 7,000, or beyond. */
export type Familiarity = 'everyday' | 'common' | 'rare';

/** The words of a language, of general use, in lower case. Regular inflections may be left out. */
export type Dictionary = {
  readonly has: (word: string) => boolean;
  /** `rare` for a word that it does not have. */
  readonly familiarityOf: (word: string) => Familiarity;
};

/** A dictionary without a word. */
export const noDictionary: Dictionary = { has: () => false, familiarityOf: () => 'rare' };
