import type { DocumentFormat } from '../domain/knowledge/document-format.ts';
import type { ExtractedPage } from '../domain/knowledge/extracted-page.ts';
import type { Figure } from '../domain/knowledge/figure.ts';
import type { FileProperties } from '../domain/knowledge/file-properties.ts';
import type { LeftOut } from '../domain/knowledge/left-out.ts';

/** A figure with its picture, which is a PNG however it came, and not yet a blob. */
export type ExtractedFigure = Omit<Figure, 'blob'> & { readonly image: Uint8Array };

/** A document as text. Formats without pages yield one page. */
export type ExtractedDocument = {
  readonly pages: readonly ExtractedPage[];
  /** The file's own metadata. */
  readonly title?: string;
  readonly authors?: readonly string[];
  /** What its properties say, where they were filled in on purpose. */
  readonly properties?: FileProperties;
  /** What of its text was left out on purpose, where anything was. */
  readonly leftOut?: LeftOut;
  /** Its figures in the order of the pages, where it has any; see `domain/knowledge/figure.ts` for how many are kept. */
  readonly figures?: readonly ExtractedFigure[];
};

/**
 * Reads text out of files. Rejects with a `rule_violated` Failure and a sentence for a person when the bytes do not
 * match the format, are encrypted, truncated or empty: nothing of such a file is indexed.
 */
export type TextExtractor = {
  /** Bytes above which a file of the format could only be refused, so that it need not be loaded for that. */
  readonly maxBytes: (format: DocumentFormat) => number;
  /**
   * With a `pagesKey` (32 bytes), the text of single pages may be kept until the reading is over, encrypted with it,
   * so that a scan resumes after a crash; without one nothing is kept.
   */
  readonly extract: (
    content: Uint8Array,
    format: DocumentFormat,
    signal?: AbortSignal,
    pagesKey?: Uint8Array,
  ) => Promise<ExtractedDocument>;
};
