import type { FailureReason } from '../../../domain/kernel/failure.ts';
import type { DocumentFormat } from '../../../domain/knowledge/document-format.ts';
import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';

/** What a worker is told when it starts. */
export type WorkerSettings = {
  readonly limits: ExtractionLimits;
  /** The tesseract program; `undefined` for none. */
  readonly tesseract: string | undefined;
};

/** One file to read. A worker has one at a time. */
export type ExtractionJob = { readonly content: Uint8Array; readonly format: DocumentFormat };

/** What a worker says: that it goes on, what it read, or why it cannot. */
export type WorkerMessage =
  | { readonly kind: 'progress' }
  /** `memory` is what the worker's WASM holds, in bytes; it never shrinks. */
  | { readonly kind: 'done'; readonly document: ExtractedDocument; readonly memory: number }
  | { readonly kind: 'refused'; readonly reason: FailureReason; readonly memory: number };
