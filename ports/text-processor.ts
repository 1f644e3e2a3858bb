import type { Chunk } from '../domain/knowledge/chunk.ts';
import type { ChunkingPolicy } from '../domain/knowledge/chunking/chunking-policy.ts';
import type { CleanedDocument } from '../domain/knowledge/cleaned-document.ts';
import type { DescribedDocument, DocumentToDescribe } from '../domain/knowledge/describe-document.ts';
import type { ExtractedPage } from '../domain/knowledge/extracted-page.ts';

/**
 * Does the domain's work on texts from outside, `cleanPages`, `chunkDocument` and `describeDocument`, without keeping
 * questions waiting: a textbook of 3,000 pages is seconds of computing, and a hostile text may be more. Answers exactly
 * what these functions answer.
 *
 * Rejects with a Failure: `unavailable` when the work was cut short and may be tried again, `timeout` when it took
 * too long; with the signal's reason when that is aborted.
 */
export type TextProcessor = {
  readonly clean: (pages: readonly ExtractedPage[], signal?: AbortSignal) => Promise<CleanedDocument>;
  readonly chunk: (
    document: CleanedDocument,
    policy: ChunkingPolicy['name'],
    signal?: AbortSignal,
  ) => Promise<readonly Chunk[]>;
  readonly describe: (document: DocumentToDescribe, signal?: AbortSignal) => Promise<DescribedDocument>;
};
