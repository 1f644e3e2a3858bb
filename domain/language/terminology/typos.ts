import { typoRows } from './tables.generated.ts';

/** The words that misspellings mean which occur often. */
export const typos: ReadonlyMap<string, string> = new Map(typoRows);
