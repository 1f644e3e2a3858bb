import type { LabelSection } from '../domain/tools/interactions/find-mentions.ts';

/** The approved label of a drug. */
export type DrugLabel = {
  /** Of the Structured Product Label, the same in all its versions. */
  readonly setId: string;
  readonly title: string;
  readonly url: string;
  /** A day: `2024-01-31`. */
  readonly effective?: string;
  /** Classes that it states of its drug: `Nonsteroidal Anti-inflammatory Drug [EPC]`. */
  readonly classes: readonly string[];
  /** The gravest first; only those that are there. */
  readonly sections: readonly LabelSection[];
};

/**
 * Drug labels kept by an external source. Returned text is untrusted. Only the name is sent.
 *
 * Rejects with a Failure as `EvidenceSource` does. Answers an empty list when none is found.
 */
export type DrugLabels = {
  /** @param name a name of the terminology */
  readonly labelsOf: (name: string, signal: AbortSignal) => Promise<readonly DrugLabel[]>;
};
