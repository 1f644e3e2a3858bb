import { nationalPlans, numberLengths } from './phone-plans.generated.ts';

/** The separator between a calling code and the number, as in `+44 (0)20`. */
const trunkPrefix = '0';

const isInternational = (digits: string): boolean =>
  [1, 2, 3].some((length) => {
    const lengths = numberLengths[digits.slice(0, length)];
    if (lengths === undefined) return false;
    const number = digits.slice(length);
    return (
      lengths.includes(number.length) ||
      (number.startsWith(trunkPrefix) && lengths.includes(number.length - trunkPrefix.length))
    );
  });

/**
 * True when a telephone number can be dialled. A number with a calling code (`+` or `00`) is checked by its length,
 * any other by the numbering plans of the given countries. Signs between digits are ignored.
 */
export const isDialable = (written: string, countries: readonly (keyof typeof nationalPlans)[]): boolean => {
  const digits = written.replaceAll(/\D/g, '');
  if (/^\s*\+/.test(written)) return isInternational(digits);
  if (digits.startsWith('00')) return isInternational(digits.slice(2));
  return countries.some((country) => {
    const { prefix, number } = nationalPlans[country];
    return number.test(digits) || (digits.startsWith(prefix) && number.test(digits.slice(prefix.length)));
  });
};
