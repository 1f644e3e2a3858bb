import { abbreviationRows } from './tables.generated.ts';

/** The meanings of unambiguous abbreviations. The others are in `ambiguous-abbreviations.ts`. */
export const abbreviations: ReadonlyMap<string, string> = new Map(abbreviationRows);
