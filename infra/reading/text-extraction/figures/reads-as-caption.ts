/** The start of a figure caption: a word for its kind, and its number. Tables have their own captions. */
const captionStart =
  /^(?:figure|fig\.?|abbildung|abb\.?|diagram|chart|exhibit|illustration|image|plate|algorithm|flow ?chart)\s{0,3}(?:no\.?\s?)?(?:\d{1,3}|[A-Z]\b|[IVX]{1,5}\b)/i;

/** Characters to examine: the longest word before the number of a figure, the number, and what may be between. */
const looked = 40;

/** True when a line begins like a figure caption: "Figure 3. …", "Fig. 2: …". */
export const readsAsCaption = (line: string): boolean => captionStart.test(line.slice(0, looked).trimStart());
