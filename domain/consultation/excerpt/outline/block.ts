import type { Passage } from '../../../retrieval/passage.ts';

/** The place of a line: the passage, and the first and last page that it may be on. */
export type LinePlace = {
  readonly passage: Passage;
  readonly pages: readonly [number, number];
  /** Which line of the passage's text it is, from 1; absent for what is repeated from elsewhere. */
  readonly line?: number;
};

/**
 * A heading, an entry of a list, a paragraph or a table of a document: the least that is quoted. What comes between two
 * blank lines belongs together (the age above its dose, the repeat below it), so that it is never divided.
 */
export type Block = {
  readonly kind: 'heading' | 'entry' | 'paragraph' | 'table';
  readonly lines: readonly string[];
  /** In which it begins. */
  readonly passage: Passage;
  /** The place of each of the lines. */
  readonly places: readonly LinePlace[];
  /** What must be said beside the lines, in words that are not the document's. */
  readonly notes?: readonly string[];
  /** Whether it is for other patients than the one that the answer is for, by its own label or one above it. */
  readonly isForOthers?: boolean;
  /** Whether it is for this patient, while the blocks beside it are for others. */
  readonly isForThisPatient?: boolean;
  /** Index of the block that this one is under. */
  readonly under?: number;
};
