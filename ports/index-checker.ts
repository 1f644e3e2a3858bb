import type { Examination } from '../domain/operations/rebuild-examination.ts';

/** A known question, and the rank of its document in the live index. */
export type CheckedQuestion = {
  readonly docKey: string;
  readonly question: string;
  /** Whether the question is the title of the document, because none is set. */
  readonly isTitle: boolean;
  /** Whether the document is in use: otherwise it is not found, which is no loss. */
  readonly inUse: boolean;
  /** The document's rank among the first ten results, from 1; null if it is not among them. */
  readonly rank: number | null;
};

/** The live index's results for the known questions. */
export type IndexCheck = {
  readonly generation: number;
  readonly questions: readonly CheckedQuestion[];
  /** The reason why the index could not be searched in full. */
  readonly unable?: string;
  /** The current comparison with a generation that waits for a person. */
  readonly waiting?: { readonly generation: number; readonly examination: Examination };
};

/** Runs the known questions against the index on request. Rejects with `timeout` when it takes too long. */
export type IndexChecker = { readonly projection: string; readonly check: () => Promise<IndexCheck> };
