/** Most words of a notice of rights; what goes on is a text about them. */
const MAX_WORDS = 14;
const rightsMark = /^(?:copyright|©|\(c\))$/i;
const years = /^\d{4}(?:[-–]\d{4})?[.,]?$/;
const nameWord = /^(?:\p{Lu}[\p{L}.,&'’-]*|&|by|of|the|and|for|all|rights|reserved\.?)$/u;

/**
 * Whether a line is a printer's notice of rights: its year and then nothing but names, as `© 2019–2023 County of Somewhere.
 * All rights reserved.`; "Copyright 2024 dosing" is none.
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

/** `Chapter 3`, with nothing else on its line. */
export const isChapterLine = (line: string): boolean => /^\s*chapter\s+\d{1,3}\s*$/i.test(line);
