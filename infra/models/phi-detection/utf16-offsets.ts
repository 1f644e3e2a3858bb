/**
 * Converts offsets in code points, as Python counts, to offsets in UTF-16 code units. Offsets beyond the text map to
 * its end.
 */
export const utf16Offsets = (text: string): ((codePoints: number) => number) => {
  // The two differ only after surrogate pairs, which hardly any text has.
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return (offset) => Math.min(offset, text.length);
  const starts = [0];
  for (const character of text) starts.push((starts.at(-1) ?? 0) + character.length);
  return (offset) => starts[offset] ?? text.length;
};
