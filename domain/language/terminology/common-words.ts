import { commonWordRows } from './tables.generated.ts';

/** Everyday English words that occur in questions but may be missing from a corpus. */
export const commonWords: ReadonlySet<string> = new Set(commonWordRows);
