import type { Examination } from '../domain/operations/rebuild-examination.ts';

/** A known question, and where the live index finds its document. */
export type CheckedQuestion = {
  readonly docKey: string;
  readonly question: string;
  /** It is the title of the document, as nobody has set a question. */
  readonly isTitle: boolean;
  /** Whether the document is in use: one that is not is not found, and that is no loss. */
  readonly inUse: boolean;
  /** Where the document stands among the first ten results, from 1; null where it does not. */
  readonly rank: number | null;
};

/** How the live index answers the known questions. */
export type IndexCheck = {
  readonly generation: number;
  readonly questions: readonly CheckedQuestion[];
  /** Why it could not be searched in full. */
  readonly unable?: string;
  /** How one that waits for a person compares by now. */
  readonly waiting?: { readonly generation: number; readonly examination: Examination };
};

/** Asks the index the known questions when somebody wants that. Rejects with `timeout` when it takes too long. */
export type IndexChecker = { readonly projection: string; readonly check: () => Promise<IndexCheck> };
