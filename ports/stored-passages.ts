import type { Passage } from '../domain/retrieval/passage.ts';

/** The passages of versions as indexed, including versions that no search finds any more. */
export type StoredPassages = {
  /** In reading order; empty when the version was never indexed, or is erased. At most 20,000. */
  readonly ofVersion: (docKey: string, version: number) => Promise<readonly Passage[]>;
};
