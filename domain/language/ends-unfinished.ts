/** Words after which a text must continue. In lower case: "IN" is a route, "A" a group. */
const openWord =
  /(?:^|[\s(/])(?:of|at|to|for|with|without|and|or|nor|the|a|an|by|in|on|if|than|is|are|was|were|be|per|from|when|until|within|every|via|into|between|including|during|unless|except|because|whether|should|must|may|will|not)$/;
/** Such words in a line of capitals. */
const openWordInCapitals =
  /\s(?:OF|AT|TO|FOR|WITH|WITHOUT|AND|OR|THE|BY|THAN|IS|ARE|PER|FROM|WHEN|UNTIL|BETWEEN|INCLUDING)$/;
const openMark = /[<>≤≥=,(/–—-]$/;
const comparison = /[<>≤≥]$/;

/** True when a text ends where a number must follow: nothing after it can be the marker of an entry. */
export const endsInComparison = (text: string): boolean => comparison.test(text.trimEnd());

/** True when a text ends where no statement can: at a comparison sign, a comma, "of", "at" or the like. */
export const endsUnfinished = (text: string): boolean => {
  const end = text.slice(-80).trimEnd();
  // The last cell of a table ends at its bar.
  if (end.endsWith('|') || end.endsWith('-->')) return false;
  if (openMark.test(end) || openWord.test(end)) return true;
  return openWordInCapitals.test(end) && !/\p{Ll}{2}/u.test(end);
};
