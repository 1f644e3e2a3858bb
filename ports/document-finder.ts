import type { Passage } from '../domain/retrieval/passage.ts';

/** The facts about a live document that its passages carry. */
type KnownDocument = Omit<
  Passage,
  'chunkId' | 'index' | 'text' | 'sectionPath' | 'contentType' | 'isTable' | 'drugs' | 'recommendations'
>;

/**
 * The keys of live documents that satisfy the predicate, in no order. Scans all of them in memory. Rejects with
 * `unavailable` or `timeout` when the index cannot be read.
 */
export type DocumentFinder = (passes: (document: KnownDocument) => boolean) => Promise<readonly string[]>;
