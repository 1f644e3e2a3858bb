import type { LabelSection } from '../domain/tools/interactions/find-mentions.ts';

/** The approved label of a drug. */
export type DrugLabel = {
  /** The id of the Structured Product Label, the same in all its versions. */
  readonly setId: string;
  readonly title: string;
  readonly url: string;
  /** A day: `2024-01-31`. */
  readonly effective?: string;
  /** The drug classes stated in the label: `Nonsteroidal Anti-inflammatory Drug [EPC]`. */
  readonly classes: readonly string[];
  /** Most serious first; only those present. */
  readonly sections: readonly LabelSection[];
};

/**
 * Drug labels of an external source. Returned text is untrusted. Only the name is sent.
 *
 * Rejects with a Failure as `EvidenceSource` does. Returns an empty list when none is found.
 */
export type DrugLabels = {
  /** @param name a name of the terminology */
  readonly labelsOf: (name: string, signal: AbortSignal) => Promise<readonly DrugLabel[]>;
};
