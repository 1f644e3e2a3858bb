/** How captions of figures begin: a word for what it is, and its number. A table has its own caption. */
const captionStart =
  /^(?:figure|fig\.?|abbildung|abb\.?|diagram|chart|exhibit|illustration|image|plate|algorithm|flow ?chart)\s{0,3}(?:no\.?\s?)?(?:\d{1,3}|[A-Z]\b|[IVX]{1,5}\b)/i;

/** Longest word before the number of a figure, its number and what may be between. */
const looked = 40;

/** Whether a line begins as the caption of a figure does: "Figure 3. …", "Fig. 2: …". */
export const readsAsCaption = (line: string): boolean => captionStart.test(line.slice(0, looked).trimStart());
