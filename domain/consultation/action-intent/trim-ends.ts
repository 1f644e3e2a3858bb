/** Trims the given characters from both ends of a text, in linear time. */
export const trimEnds = (text: string, atStart: string, atEnd: string = atStart): string => {
  let start = 0;
  let end = text.length;
  while (start < end && atStart.includes(text.charAt(start))) start += 1;
  while (end > start && atEnd.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};
