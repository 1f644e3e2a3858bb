import { z } from 'zod';

/** The subject of a chunk, used in ranking (protocol guide, "Content Type Classification"). */
export const contentTypes = ['medication', 'procedure', 'assessment', 'general'] as const;
export type ContentType = (typeof contentTypes)[number];

/** A passage of a document: the unit of embedding, retrieval and citation. */
export const chunkSchema = z.strictObject({
  /** 0-based order within the document. */
  index: z.int().min(0),
  /**
   * The cleaned text from `start` to `end`, preceded by a lead of `text.length - (end - start)` characters, usually
   * none. The lead repeats earlier lines that govern a table: banners and captions, outermost first, then the table's
   * head.
   */
  text: z.string().min(1),
  /** The headings above the passage, outermost first. */
  sectionPath: z.array(z.string()),
  contentType: z.enum(contentTypes),
  /** True when the passage is a table, rendered as Markdown. */
  isTable: z.boolean(),
  /** 1-based first and last page. */
  firstPage: z.int().min(1),
  lastPage: z.int().min(1),
  /** Length in cl100k_base tokens. */
  tokens: z.int().min(0),
  /** Character span in the cleaned text of the whole document, end exclusive. */
  start: z.int().min(0),
  end: z.int().min(0),
  /**
   * Offsets in the cleaned text at which another page begins after `start`: a line is on `firstPage` plus the number of
   * breaks at or before it. Absent when the chunk is on one page, and in chunks written before this field existed.
   */
  pageBreaks: z.array(z.int().min(0)).optional(),
  /** The lowest confidence, from 0 to 1, of the chunk's OCR pages; absent when no page was read by OCR. */
  ocrConfidence: z.number().min(0).max(1).optional(),
  /** Numbers of the figures that the chunk contains, captions or refers to; absent when there are none. */
  figures: z.array(z.int().min(1)).optional(),
  /** Set when the text is that of a flow chart: the order of its steps is only in the picture. */
  flowChart: z.literal(true).optional(),
});
export type Chunk = z.output<typeof chunkSchema>;
