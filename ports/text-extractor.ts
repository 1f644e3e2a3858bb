import type { DocumentFormat } from '../domain/knowledge/document-format.ts';
import type { ExtractedPage } from '../domain/knowledge/extracted-page.ts';
import type { Figure } from '../domain/knowledge/figure.ts';
import type { FileProperties } from '../domain/knowledge/file-properties.ts';
import type { LeftOut } from '../domain/knowledge/left-out.ts';

/** A figure with its picture, always converted to PNG, and not yet a blob. */
export type ExtractedFigure = Omit<Figure, 'blob'> & { readonly image: Uint8Array };

/** A document as text. Formats without pages yield one page. */
export type ExtractedDocument = {
  readonly pages: readonly ExtractedPage[];
  /** The file's own metadata. */
  readonly title?: string;
  readonly authors?: readonly string[];
  /** The file properties that were filled in on purpose. */
  readonly properties?: FileProperties;
  /** The text omitted on purpose, if any. */
  readonly leftOut?: LeftOut;
  /** Its figures in page order, if any; see `domain/knowledge/figure.ts` for how many are kept. */
  readonly figures?: readonly ExtractedFigure[];
};

/**
 * Extracts text from files. Rejects with a `rule_violated` Failure and a sentence for a person when the bytes do not
 * match the format, are encrypted, truncated or empty: nothing of such a file is indexed.
 */
export type TextExtractor = {
  /** Maximum bytes of a file of the format: larger ones would be refused, so they need not be loaded. */
  readonly maxBytes: (format: DocumentFormat) => number;
  /**
   * With a `pagesKey` (32 bytes), the text of single pages may be stored, encrypted with it, until extraction ends, so
   * that a scan resumes after a crash; without one nothing is stored.
   */
  readonly extract: (
    content: Uint8Array,
    format: DocumentFormat,
    signal?: AbortSignal,
    pagesKey?: Uint8Array,
  ) => Promise<ExtractedDocument>;
};
