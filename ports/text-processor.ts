import type { Chunk } from '../domain/knowledge/chunk.ts';
import type { ChunkingPolicy } from '../domain/knowledge/chunking/chunking-policy.ts';
import type { CleanedDocument } from '../domain/knowledge/cleaned-document.ts';
import type { DescribedDocument, DocumentToDescribe } from '../domain/knowledge/describe-document.ts';
import type { ExtractedPage } from '../domain/knowledge/extracted-page.ts';

/**
 * Runs the domain functions `cleanPages`, `chunkDocument` and `describeDocument` on external texts without blocking
 * questions: a textbook of 3,000 pages takes seconds of computing, and a hostile text may take more. Results are
 * exactly those of these functions.
 *
 * Rejects with a Failure: `unavailable` when the work was interrupted and may be retried, `timeout` when it took too
 * long; with the signal's reason when that aborts.
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
