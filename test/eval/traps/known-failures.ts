/**
 * Traps that answers still fall into, by name, with the part that has to be mended. A trap that passes must be taken off:
 * its test fails until it is.
 */
export const knownFailures: Readonly<Record<string, string>> = {
  'a ruled weight chart gives the dose of the stated weight, with weight and column': 'charts',
  'a weight chart without rules gives the dose of the stated weight, with weight and column': 'charts',
  'the step that forbids a manoeuvre for infants is quoted with the manoeuvre': 'safety',
};
