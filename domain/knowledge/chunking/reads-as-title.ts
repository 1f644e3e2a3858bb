import { namesDose } from '../../clinical-text/names-dose.ts';

/** The mark of a list item: a bullet, the letter that word processors use as one, `a.`, `(1)`, `iv)`. */
const itemMark =
  /^\s*(?:[•◦▪●○‣❑➢*§·□☐☑☒✓➔➤-]\s|[•◦▪●○‣❑➢]|o\s+\p{L}|\(?[a-z][.)]\s|\(\d{1,3}\)|\(?[ivx]{1,5}[.)]\s)/u;
/** The end of a line that continues below. */
const openEnd =
  /[,;–—-]$|\s(?:and|or|of|the|with|to|for|in|by|an?|if|at|on|from|is|are|was|be|may|than|that|which|not|as|into|per|when|who|your|their|its|this|these|should|must|can|will|has|have|been|were|after|during|without|between|because|while|until|within|via|such|no|&)$/i;
/** A lower-case word at the beginning of a line continues the line above; "pH" and "eGFR" do not. */
const openStart = /^["“‘'(]?\p{Ll}{2}/u;

/** The longest title, in characters. */
const maxLength = 160;
const isSentence = (title: string): boolean =>
  (/[.!]["”’)]?$/.test(title) && title.split(/\s+/).length >= 6) ||
  /\p{Ll}{3}[.]\s{1,9}\p{Lu}\p{Ll}/u.test(title);

/** True when a line can be the title of a section: not a list item, a dose or a sentence, nor a fragment of one. */
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
