/** A number with the unit of something that is given, as the source of a pattern that ignores case. */
export const amountSource = String.raw`\d\s?(?:mg|mcg|µg|μg|g|meq|mmol|units?|ml|j|joules?|micrograms?|milligrams?|grams?|millilit(?:er|re)s?|lit(?:er|re)s?)\b`;
