const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

/** Roman numerals from I to XXXIX: collections of protocols are no longer. */
const roman = /^(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})$/i;

/** The value of a Roman numeral up to XXXIX, in any case; `undefined` for other letters. */
export const readRomanNumeral = (text: string): number | undefined => {
  if (!roman.test(text)) return undefined;
  const values = [...text.toLowerCase()].map((letter) => digits[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
};
