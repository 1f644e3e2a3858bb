import type { Passage } from '../retrieval/passage.ts';
import type { AnswerSource } from './answer-citation.ts';
import { type OutlinedDocument, outlineOf } from './excerpt/judge-blocks.ts';

/** All passages of a document in reading order; empty where they are not available. */
export type WholeDocument = (docKey: string, version: number) => readonly Passage[];

/** What was found of one document, best first. */
export type DocumentSources = readonly [AnswerSource, ...AnswerSource[]];

/** All of a document that is available, outlined. */
export const outlineOfSources = (
  sources: DocumentSources,
  wholeDocument: WholeDocument,
): OutlinedDocument => {
  const [{ passage }] = sources;
  const whole = wholeDocument(passage.docKey, passage.version);
  const found = sources.map((source) => source.passage).sort((one, other) => one.index - other.index);
  return outlineOf(whole.length > 0 ? whole : found);
};
