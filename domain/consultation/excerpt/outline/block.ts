import type { Passage } from '../../../retrieval/passage.ts';

/** The place of a line: the passage, and the first and last page that it may be on. */
export type LinePlace = {
  readonly passage: Passage;
  readonly pages: readonly [number, number];
  /** The number of the line in the passage's text, from 1; absent for lines repeated from elsewhere. */
  readonly line?: number;
};

/**
 * A heading, a list entry, a paragraph or a table of a document: the smallest unit that is quoted. Text between two
 * blank lines belongs together (the age above its dose, the repeat below it) and is never divided.
 */
export type Block = {
  readonly kind: 'heading' | 'entry' | 'paragraph' | 'table';
  readonly lines: readonly string[];
  /** The passage in which it begins. */
  readonly passage: Passage;
  /** The place of each of the lines. */
  readonly places: readonly LinePlace[];
  /** Notes to show with the lines, not in the document's words. */
  readonly notes?: readonly string[];
  /** Whether it is for patients other than the one of the answer, by its own label or one above it. */
  readonly isForOtherPatients?: boolean;
  /** Whether it is for this patient while its neighbours are for others. */
  readonly isForThisPatient?: boolean;
  /** Index of the parent block. */
  readonly under?: number;
};
