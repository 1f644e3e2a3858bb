/**
 * Traps that answers still fall into, by name, with the part that has to be mended. A trap that passes must be taken off:
 * its test fails until it is.
 */
export const knownFailures: Readonly<Record<string, string>> = {
  'a pulse that forbids a drug is said before its dose': 'safety',
  'a threshold broken at its sign is quoted whole among steps by level': 'words',
  'a prohibition for the patient asked about comes before the criteria': 'safety',
};
