import { namesDose } from '../../clinical-text/names-dose.ts';

/** The mark of a list's item: a bullet, the letter that word processors draw as one, `a.`, `(1)`, `iv)`. */
const itemMark =
  /^\s*(?:[•◦▪●○‣❑➢*§·□☐☑☒✓➔➤-]\s|[•◦▪●○‣❑➢]|o\s+\p{L}|\(?[a-z][.)]\s|\(\d{1,3}\)|\(?[ivx]{1,5}[.)]\s)/u;
/** A line that ends with it goes on below. */
const openEnd =
  /[,;–—-]$|\s(?:and|or|of|the|with|to|for|in|by|an?|if|at|on|from|is|are|was|be|may|than|that|which|not|as|into|per|when|who|your|their|its|this|these|should|must|can|will|has|have|been|were|after|during|without|between|because|while|until|within|via|such|no|&)$/i;
/** A line that begins with a word in small letters has begun above; "pH" and "eGFR" are none. */
const openStart = /^["“‘'(]?\p{Ll}{2}/u;

/** Most characters of a title, and the words from which on a stop ends a sentence. */
const maxLength = 160;
const isSentence = (title: string): boolean =>
  (/[.!]["”’)]?$/.test(title) && title.split(/\s+/).length >= 6) ||
  /\p{Ll}{3}[.]\s{1,9}\p{Lu}\p{Ll}/u.test(title);

/** Whether a line can be the title of a section: it is no item of a list, no dose, no sentence, and neither begun above nor unfinished. */
export const readsAsTitle = (line: string): boolean => {
  const title = line.replace(/\*\*/g, '').trim();
  return (
    title.length <= maxLength &&
    !isSentence(title) &&
    !itemMark.test(title) &&
    !openEnd.test(title) &&
    !openStart.test(title) &&
    !namesDose(title)
  );
};
