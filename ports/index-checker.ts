import type { Examination } from '../domain/operations/rebuild-examination.ts';

/** A known question, and the rank of its document in the live index. */
export type CheckedQuestion = {
  readonly docKey: string;
  readonly question: string;
  /** Uses the title of the document, as no question is set. */
  readonly isTitle: boolean;
  /** Whether the document is in use: one that is not is not found, and that is no loss. */
  readonly inUse: boolean;
  /** The document's rank among the first ten results, from 1; null where it is not among them. */
  readonly rank: number | null;
};

/** The live index's results for the known questions. */
export type IndexCheck = {
  readonly generation: number;
  readonly questions: readonly CheckedQuestion[];
  /** Why it could not be searched in full. */
  readonly unable?: string;
  /** How one that waits for a person compares by now. */
  readonly waiting?: { readonly generation: number; readonly examination: Examination };
};

/** Runs the known questions against the index on request. Rejects with `timeout` when it takes too long. */
export type IndexChecker = { readonly projection: string; readonly check: () => Promise<IndexCheck> };
