import type { Passage } from '../retrieval/passage.ts';
import type { AnswerSource } from './answer-citation.ts';
import { type OutlinedDocument, outlineOf } from './excerpt/judge-blocks.ts';

/** Returns all passages of a document in reading order; empty if they are not available. */
export type WholeDocument = (docKey: string, version: number) => readonly Passage[];

/** The passages found in one document, best first. */
export type DocumentSources = readonly [AnswerSource, ...AnswerSource[]];

/** Outlines the document of the given passages, with all its available passages. */
export const outlineOfSources = (
  sources: DocumentSources,
  wholeDocument: WholeDocument,
): OutlinedDocument => {
  const [{ passage }] = sources;
  const whole = wholeDocument(passage.docKey, passage.version);
  const found = sources.map((source) => source.passage).sort((one, other) => one.index - other.index);
  return outlineOf(whole.length > 0 ? whole : found);
};
