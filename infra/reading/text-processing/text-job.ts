import type { Chunk } from '../../../domain/knowledge/chunk.ts';
import type { ChunkingPolicy } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import type { CleanedDocument } from '../../../domain/knowledge/cleaned-document.ts';
import type { DescribedDocument, DocumentToDescribe } from '../../../domain/knowledge/describe-document.ts';
import type { ExtractedPage } from '../../../domain/knowledge/extracted-page.ts';

/** A job for a thread. */
export type TextJob =
  | { readonly kind: 'clean'; readonly pages: readonly ExtractedPage[] }
  | { readonly kind: 'chunk'; readonly document: CleanedDocument; readonly policy: ChunkingPolicy['name'] }
  | { readonly kind: 'describe'; readonly document: DocumentToDescribe };

/** The result of a job, with the same kind. */
export type TextResult =
  | { readonly kind: 'clean'; readonly document: CleanedDocument }
  | { readonly kind: 'chunk'; readonly chunks: readonly Chunk[] }
  | { readonly kind: 'describe'; readonly described: DescribedDocument };
