/** The most words of a copyright notice; a longer text discusses copyright. */
const MAX_WORDS = 14;
const rightsMark = /^(?:copyright|©|\(c\))$/i;
const years = /^\d{4}(?:[-–]\d{4})?[.,]?$/;
const nameWord = /^(?:\p{Lu}[\p{L}.,&'’-]*|&|by|of|the|and|for|all|rights|reserved\.?)$/u;

/**
 * True when a line is a copyright notice: its year and then only names, such as `© 2019–2023 County of Somewhere. All
 * rights reserved.`; not "Copyright 2024 dosing".
 */
export const isRightsNotice = (line: string): boolean => {
  const words = line
    .trim()
    .replace(/^©(?=\d)/, '© ')
    .split(/\s+/, MAX_WORDS + 1);
  const begin = words.findIndex((word) => !rightsMark.test(word));
  if (begin < 1 || words.length > MAX_WORDS || !years.test(words[begin] ?? '')) return false;
  return words.slice(begin).every((word) => years.test(word) || nameWord.test(word));
};

/** True for `Chapter 3`, with nothing else on its line. */
export const isChapterLine = (line: string): boolean => /^\s*chapter\s+\d{1,3}\s*$/i.test(line);
