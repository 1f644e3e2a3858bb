/**
 * Offsets in code points, as Python counts, as offsets in UTF-16 code units. Those beyond the text become its end.
 */
export const utf16Offsets = (text: string): ((codePoints: number) => number) => {
  // The two differ only by surrogate pairs, and hardly any text has them.
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return (offset) => Math.min(offset, text.length);
  const starts = [0];
  for (const character of text) starts.push((starts.at(-1) ?? 0) + character.length);
  return (offset) => starts[offset] ?? text.length;
};
