/** The beginnings of sentences that mean nothing without the previous one. */
const leaning =
  /^\W*(?:it|its|this|that|these|those|they|their|them|he|she|such|then|otherwise|however|therefore|thus|hence|also|again|but|and|or|nor|so|both|either|neither|another|others?|each|alternatively|instead|repeat\w*|unless|except\w*|only|up to|as above|thereafter|afterwards?|if (?:so|not|this|that|it|these|they)|(?:after|before|during|until|with|without|in) (?:this|that|these|it|which)|the (?:same|total|second|third|next|first|latter|former|others?))\b/i;
/** "Hold it if …", "Give them with food". */
const speaksOfIt = /^\W*\p{Lu}\p{Ll}{2,12} (?:it|them|this|these)(?!\p{L})/u;

/** True when a sentence means nothing without the previous one: "Hold it if …", "Unless …", "The same dose …". */
export const dependsOnPrevious = (sentence: string): boolean =>
  leaning.test(sentence) || speaksOfIt.test(sentence);
