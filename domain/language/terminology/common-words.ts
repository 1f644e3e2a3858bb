import { commonWordRows } from './tables.generated.ts';

/** Everyday English words that occur in questions and need not occur in a corpus. */
export const commonWords: ReadonlySet<string> = new Set(commonWordRows);
