import type { Passage } from '../retrieval/passage.ts';
import type { OutlinedDocument } from './excerpt/judge-blocks.ts';
import type { Block } from './excerpt/outline/block.ts';
import type { ExcerptPart } from './excerpt/write-excerpt.ts';

/** A retrieved passage with its score. */
export type AnswerSource = { readonly passage: Passage; readonly score: number };

/** A numbered document with its quoted parts. The caller adds what only the store knows. */
export type AnswerCitation = {
  /** The number in the answer, from 1. */
  readonly n: number;
  /** The best passage found. */
  readonly passage: Passage;
  /** The quoted parts, by passage in reading order. */
  readonly parts: readonly ExcerptPart[];
  readonly excerpt: string;
  readonly score: number;
  readonly document: OutlinedDocument;
  /** The document's blocks as shown; tables are reduced to the part for this patient. */
  readonly blocks: readonly Block[];
  /** Indexes of the quoted blocks. */
  readonly chosen: readonly number[];
  /** The quoted blocks, the best first, whose places are quoted in that order; empty if they stay in reading order. */
  readonly best: readonly number[];
  /** How well the best of the quoted blocks answers; comparable between the citations of one answer. */
  readonly worth: number;
  /** Whether another version is cited too, so that the date must be shown. */
  readonly dated?: boolean;
};
