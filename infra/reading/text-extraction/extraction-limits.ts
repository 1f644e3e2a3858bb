import type { DocumentFormat } from '../../../domain/knowledge/document-format.ts';
import { maxPages } from '../../../domain/knowledge/extracted-document.ts';

/** Bounds of one extraction. */
export type ExtractionLimits = {
  readonly maxPages: number;
  /** Most characters of text of one document. */
  readonly maxCharacters: number;
  /** Most bytes that the parts of a zip container may unpack to, together. */
  readonly maxUnpackedBytes: number;
  /** Most bytes of XML among them: its parser takes some fifty bytes of memory for each. */
  readonly maxXmlBytes: number;
  /** Most entries of a zip container. */
  readonly maxZipEntries: number;
};

/**
 * 10,000 pages of 5,000 characters; a DOCX of 200 MB unpacked, pictures included, or of 64 MB of XML is beyond any
 * text document.
 */
export const defaultExtractionLimits: ExtractionLimits = {
  maxPages,
  maxCharacters: 50_000_000,
  maxUnpackedBytes: 200 * 1024 * 1024,
  maxXmlBytes: 64 * 1024 * 1024,
  maxZipEntries: 10_000,
};

/** In UTF-8 a character of JavaScript takes three bytes at most; the fourth is for line ends that are two. */
const BYTES_PER_CHARACTER = 4;
/** What can be held in one piece of memory and is within the 4 GB that PDFium can address, with room to work. */
const MAX_PDF_BYTES = 2 ** 31 - 1;
/** A container of stored parts is larger than those by its directory. */
const CONTAINER_OVERHEAD = 16 * 1024 * 1024;

/** Formats whose files hold their text as it is; the others are containers. */
const texts: ReadonlySet<DocumentFormat> = new Set(['html', 'markdown', 'text', 'rtf']);

/** Bytes above which a file of the format passes the limits, whatever is in it. */
export const maxBytesOf = (
  format: DocumentFormat,
  { maxCharacters, maxUnpackedBytes }: ExtractionLimits,
): number => {
  if (format === 'pdf') return MAX_PDF_BYTES;
  return texts.has(format) ? maxCharacters * BYTES_PER_CHARACTER : maxUnpackedBytes + CONTAINER_OVERHEAD;
};
