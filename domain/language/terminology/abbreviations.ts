import { abbreviationRows } from './tables.generated.ts';

/** What abbreviations with one usual meaning stand for. Those with several are in `ambiguous-abbreviations.ts`. */
export const abbreviations: ReadonlyMap<string, string> = new Map(abbreviationRows);
