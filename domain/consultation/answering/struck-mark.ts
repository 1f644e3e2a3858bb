/** Stands where a sentence was struck. */
export const struckMark = '[left out: its sources do not say so]';
