import { drugNameRows } from './tables.generated.ts';

/** Names of drugs beyond those of the concepts. A word among them is never "corrected" into another. */
export const drugNames: ReadonlySet<string> = new Set(drugNameRows);
