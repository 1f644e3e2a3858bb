/** What a source is asked: clinical terms, from which whatever identifies a person has been taken. */
export type EvidenceQuery = {
  /** What the question names of the terminology, or else what is left of its words; most important first. */
  readonly terms: {
    readonly drugs: readonly string[];
    readonly conditions: readonly string[];
    readonly procedures: readonly string[];
    readonly words: readonly string[];
  };
  readonly population?: 'adult' | 'pediatric' | 'neonatal';
  readonly intent: string;
};
