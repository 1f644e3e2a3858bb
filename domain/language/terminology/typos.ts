import { typoRows } from './tables.generated.ts';

/** Corrections of frequent misspellings. */
export const typos: ReadonlyMap<string, string> = new Map(typoRows);
