/** Characters of a text from `start` up to, not including, `end`. */
export type TextSpan = { readonly start: number; readonly end: number };

/** The same span without white space at its ends; empty (start = end) when there is nothing else. */
export const trimSpan = (text: string, { start, end }: TextSpan): TextSpan => {
  let first = start;
  let last = end;
  while (first < last && /\s/.test(text.charAt(first))) first += 1;
  while (last > first && /\s/.test(text.charAt(last - 1))) last -= 1;
  return { start: first, end: last };
};
