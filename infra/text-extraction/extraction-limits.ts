import { maxPages } from '../../domain/knowledge/extracted-document.ts';

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
