import type { Passage } from '../retrieval/passage.ts';
import type { OutlinedDocument } from './excerpt/judge-blocks.ts';
import type { Block } from './excerpt/outline/block.ts';
import type { ExcerptPart } from './excerpt/write-excerpt.ts';

/** What the answer is made from. */
export type AnswerSource = { readonly passage: Passage; readonly score: number };

/** A numbered document as evidence, with what is quoted of it; the caller adds what only the store knows. */
export type AnswerCitation = {
  /** The number in the answer, from 1. */
  readonly n: number;
  /** The passage that was found first. */
  readonly passage: Passage;
  /** What is quoted, by passage in reading order. */
  readonly parts: readonly ExcerptPart[];
  readonly excerpt: string;
  readonly score: number;
  readonly document: OutlinedDocument;
  /** Its blocks as they are shown, with of tables only what is for the patient. */
  readonly blocks: readonly Block[];
  /** Indexes of its blocks that are quoted. */
  readonly chosen: readonly number[];
  /** The one that answers best: its section is quoted first. */
  readonly lead?: number | undefined;
  /** Whether another version of it is cited, so that its date must be shown. */
  readonly dated?: boolean;
};
