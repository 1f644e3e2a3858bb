import type { Passage } from '../domain/retrieval/passage.ts';

/** The facts about a live document that its passages carry. */
type KnownDocument = Omit<
  Passage,
  'chunkId' | 'index' | 'text' | 'sectionPath' | 'contentType' | 'isTable' | 'drugs' | 'recommendations'
>;

/**
 * The keys of live documents that pass, in no order. Looks at all of them, in memory. Rejects with `unavailable` or
 * `timeout` where the index cannot be read.
 */
export type DocumentFinder = (passes: (document: KnownDocument) => boolean) => Promise<readonly string[]>;
