import { z } from 'zod';

/** What a chunk talks about, for ranking (protocol guide, "Content Type Classification"). */
export const contentTypes = ['medication', 'procedure', 'assessment', 'general'] as const;
export type ContentType = (typeof contentTypes)[number];

/** A passage of a document: the unit that is embedded, found and cited. */
export const chunkSchema = z.strictObject({
  /** 0-based order within the document. */
  index: z.int().min(0),
  /**
   * The cleaned text from `start` to `end`, after a lead of `text.length - (end - start)` characters, mostly none: what is
   * repeated from before because it rules a table (banners and captions, outermost first, then the table's head).
   */
  text: z.string().min(1),
  /** Headings that lead to the passage, outermost first. */
  sectionPath: z.array(z.string()),
  contentType: z.enum(contentTypes),
  /** Whether the passage is a table, rendered as Markdown. */
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
   * Characters of the cleaned text at which another page begins after `start`: a line is on `firstPage` plus the
   * number of breaks at or before it. None where the chunk is on one page; older chunks have none.
   */
  pageBreaks: z.array(z.int().min(0)).optional(),
  /** The lowest confidence from 0 to 1 of its pages that were read by OCR; none where all were printed as text. */
  ocrConfidence: z.number().min(0).max(1).optional(),
  /** Numbers of the figures that are in it, that it captions or refers to; none where there are none. */
  figures: z.array(z.int().min(1)).optional(),
  /** Set where its text is that of a flow chart: what leads to what is in the picture. */
  flowChart: z.literal(true).optional(),
});
export type Chunk = z.output<typeof chunkSchema>;
