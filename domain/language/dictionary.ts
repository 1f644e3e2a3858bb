/**
 * The familiarity of a word to the general public: among the first 4,000 words that people learn, the next 7,000, or
 * beyond.
 */
export type Familiarity = 'everyday' | 'common' | 'rare';

/** The general words of a language, in lower case. Regular inflections may be missing. */
export type Dictionary = {
  readonly has: (word: string) => boolean;
  /** `rare` for an unknown word. */
  readonly familiarityOf: (word: string) => Familiarity;
};

/** An empty dictionary. */
export const noDictionary: Dictionary = { has: () => false, familiarityOf: () => 'rare' };
