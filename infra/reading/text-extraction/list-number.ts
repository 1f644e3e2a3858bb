const romanDigits: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** The largest Roman numeral; the CSS counter styles fall back to decimal above it. */
const maxRoman = 3999;

/** Formats a number as lower-case Roman numerals, or as decimal outside 1 to 3999. */
export const romanNumber = (value: number): string => {
  if (value < 1 || value > maxRoman) return String(value);
  let rest = value;
  let written = '';
  for (const [worth, digits] of romanDigits) {
    while (rest >= worth) {
      written += digits;
      rest -= worth;
    }
  }
  return written;
};

const letterOf = (index: number): string => String.fromCharCode(97 + index);

/** Formats a number as letters the way HTML counts: …, y, z, aa, ab; as decimal below 1. */
export const alphabeticNumber = (value: number): string => {
  if (value < 1) return String(value);
  let rest = value;
  let written = '';
  while (rest > 0) {
    written = letterOf((rest - 1) % 26) + written;
    rest = Math.floor((rest - 1) / 26);
  }
  return written;
};

/** Most repetitions of a letter: the number of a hostile file would fill the memory. */
const maxRepeats = 30;

/** Formats a number as letters the way Word does: …, y, z, aa, bb (ECMA-376, part 1, 17.18.59); as decimal below 1. */
export const repeatedLetterNumber = (value: number): string => {
  const repeats = Math.floor((value - 1) / 26) + 1;
  return value < 1 || repeats > maxRepeats ? String(value) : letterOf((value - 1) % 26).repeat(repeats);
};
