/** The dihedral group of order 10, with which the Verhoeff scheme adds digits: row "+" column. */
const sums: readonly (readonly number[])[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((left) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((right) => {
    const rotated = left < 5 ? left + right : left - right;
    return (((rotated % 5) + 5) % 5) + (left < 5 === right < 5 ? 0 : 5);
  }),
);

/** The permutation of digits from one place to the next, which has order eight. */
const nextPlace: readonly number[] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Whether the last digit is the Verhoeff check digit of those before, as in every SNOMED CT identifier. */
export const hasVerhoeffDigit = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, written, place) => {
    let digit = Number(written);
    for (let step = 0; step < place % 8; step++) digit = nextPlace[digit] ?? Number.NaN;
    return sums[sum]?.[digit] ?? Number.NaN;
  }, 0) === 0;

/** Whether the last digit is the Luhn (mod 10) check digit of those before, as in every LOINC code without its hyphen. */
export const hasLuhnDigit = (digits: string): boolean =>
  [...digits]
    .reverse()
    .map((digit, place) => Number(digit) * ((place % 2) + 1))
    .reduce((sum, product) => sum + (product > 9 ? product - 9 : product), 0) %
    10 ===
  0;
