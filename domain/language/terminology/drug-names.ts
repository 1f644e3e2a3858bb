import { drugNameRows } from './tables.generated.ts';

/** Drug names beyond those of the concepts. Such a word is never "corrected" into another. */
export const drugNames: ReadonlySet<string> = new Set(drugNameRows);
