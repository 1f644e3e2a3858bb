const units = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const values: ReadonlyMap<string, number> = new Map([
  ...units.map((word, index) => [word, index + 1] as const),
  ...teens.map((word, index) => [word, index + 10] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
]);

/** The words that form the numbers from 1 to 99. */
export const numberWords: ReadonlySet<string> = new Set(values.keys());

/** The source of a regular expression for a number from 1 to 99 in words, in lower case: "eight", "twenty-five". */
export const numberWordPattern = `(?:(?:${tens.join('|')})(?:[ -](?:${units.join('|')}))?|${[...teens, ...units].join('|')})`;

/** Parses a number in digits ("1,000", ".5") or in words from 1 to 99; `NaN` for anything else. */
export const readNumber = (text: string): number => {
  if (/^[\d.,]+$/.test(text)) return Number(text.replaceAll(',', ''));
  const words = text.split(/[ -]/).map((word) => values.get(word) ?? Number.NaN);
  return words.reduce((sum, value) => sum + value, 0);
};
