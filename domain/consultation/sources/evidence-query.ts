/** A query for an external source: clinical terms without anything that identifies a person. */
export type EvidenceQuery = {
  /** The question's terms in the terminology, or else its remaining words; most important first. */
  readonly terms: {
    readonly drugs: readonly string[];
    readonly conditions: readonly string[];
    readonly procedures: readonly string[];
    readonly words: readonly string[];
  };
  readonly population?: 'adult' | 'pediatric' | 'neonatal';
  readonly intent: string;
};
