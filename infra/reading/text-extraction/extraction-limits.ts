import type { DocumentFormat } from '../../../domain/knowledge/document-format.ts';
import { maxPages } from '../../../domain/knowledge/extracted-document.ts';

/** Bounds of one extraction. */
export type ExtractionLimits = {
  readonly maxPages: number;
  /** Most characters of text in one document. */
  readonly maxCharacters: number;
  /** Most bytes that the parts of a zip container may unpack to, together. */
  readonly maxUnpackedBytes: number;
  /** Most bytes of XML among them: the parser needs some fifty bytes of memory for each. */
  readonly maxXmlBytes: number;
  /** Most entries of a zip container. */
  readonly maxZipEntries: number;
};

/**
 * 10,000 pages of 5,000 characters. A DOCX with 200 MB unpacked, pictures included, or with 64 MB of XML, is beyond
 * any text document.
 */
export const defaultExtractionLimits: ExtractionLimits = {
  maxPages,
  maxCharacters: 50_000_000,
  maxUnpackedBytes: 200 * 1024 * 1024,
  maxXmlBytes: 64 * 1024 * 1024,
  maxZipEntries: 10_000,
};

/** A UTF-16 code unit needs at most three bytes in UTF-8; the fourth allows for two-character line ends. */
const BYTES_PER_CHARACTER = 4;
/** Fits in one buffer and in the 4 GB that PDFium can address, with room to work. */
const MAX_PDF_BYTES = 2 ** 31 - 1;
/** The directory of a container adds to the size of its parts. */
const CONTAINER_OVERHEAD = 16 * 1024 * 1024;

/** Formats whose files hold their text directly; the others are containers. */
const texts: ReadonlySet<DocumentFormat> = new Set(['html', 'markdown', 'text', 'rtf']);

/** Returns the size in bytes above which a file of the format exceeds the limits, whatever it contains. */
export const maxBytesOf = (
  format: DocumentFormat,
  { maxCharacters, maxUnpackedBytes }: ExtractionLimits,
): number => {
  if (format === 'pdf') return MAX_PDF_BYTES;
  return texts.has(format) ? maxCharacters * BYTES_PER_CHARACTER : maxUnpackedBytes + CONTAINER_OVERHEAD;
};
