/** A document whose passages do not all have the vectors that they should have, or that has too many. */
export type MismatchedDocument = {
  readonly docKey: string;
  /** Passages that can be found and should have vectors, and vectors that there are. */
  readonly expected: number;
  readonly vectors: number;
};

/** What there is of a generation of the search index. */
export type CountedIndex = {
  /** Passages that can be found. */
  readonly passages: number;
  /** Where their words are, and how many passages have them in tables, or wait for that. */
  readonly words: {
    readonly home: 'memory' | 'stored';
    readonly written: number;
    readonly waiting: number;
  };
  /** Passages that must have no vector, by the policy on PHI. */
  readonly withheld: number;
  /** Passages that should have a vector: all but those that are withheld. */
  readonly expected: number;
  /** Vectors that there are: in the index, and in the sealed files of documents that hold PHI, or may. */
  readonly vectors: number;
  /** Passages without the vector that they should have. */
  readonly lacking: number;
  /** Some of the documents that differ, in order of their keys. */
  readonly documents: readonly MismatchedDocument[];
  /** Sealed documents whose files were not looked at this time, being too many; they are taken to be there. */
  readonly unseen: number;
};

/** How a generation of the search index is. */
export type IndexHealth = {
  readonly generation: number;
  readonly state: 'live' | 'building' | 'waiting' | 'kept';
  /** Absent where it cannot be counted at the moment. */
  readonly counted?: CountedIndex;
  /** Why it cannot. */
  readonly unknown?: string;
  /** What to do, in a sentence; absent where all is well. */
  readonly advice?: string;
};
