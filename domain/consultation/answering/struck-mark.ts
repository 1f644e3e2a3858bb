/** Replaces a sentence that was struck. */
export const struckMark = '[left out: its sources do not say so]';
