/** A document with missing or surplus vectors. */
export type MismatchedDocument = {
  readonly docKey: string;
  /** Searchable passages that should have vectors, and existing vectors. */
  readonly expected: number;
  readonly vectors: number;
};

/** The counted contents of a generation of the search index. */
export type CountedIndex = {
  /** Searchable passages. */
  readonly passages: number;
  /** Where their words are stored, and the number of passages with words in tables or waiting to be written there. */
  readonly words: {
    readonly home: 'memory' | 'stored';
    readonly written: number;
    readonly waiting: number;
  };
  /** Passages that must not have a vector under the PHI policy. */
  readonly withheld: number;
  /** Passages that should have a vector: all others. */
  readonly expected: number;
  /** Existing vectors: in the index, and in the sealed files of documents that hold or may hold PHI. */
  readonly vectors: number;
  /** Passages whose vector is missing. */
  readonly lacking: number;
  /** Some of the documents that differ, ordered by key. */
  readonly documents: readonly MismatchedDocument[];
  /** Sealed documents whose files were not examined because there are too many; they are assumed to exist. */
  readonly unseen: number;
};

/** The health of a generation of the search index. */
export type IndexHealth = {
  readonly generation: number;
  readonly state: 'live' | 'building' | 'waiting' | 'kept';
  /** Absent when it cannot be counted at the moment. */
  readonly counted?: CountedIndex;
  /** Why it cannot be counted. */
  readonly unknown?: string;
  /** What to do, in a sentence; absent when all is well. */
  readonly advice?: string;
};
