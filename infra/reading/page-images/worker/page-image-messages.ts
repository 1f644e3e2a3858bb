import { z } from 'zod';
import type { PagedText, PageRequest } from '../../../../ports/page-images.ts';

/** The settings of a worker. */
export const pageImageSettingsSchema = z.object({
  /** Milliseconds that drawing a page may take. Whatever is not drawn by then is left out. */
  drawingMs: z.number().min(0),
});

/** One page to search, and to draw if a width is given. */
export type PageJob = {
  /** Identifies the document, so that its content need not be sent each time. */
  readonly id: string;
  /** The bytes of a PDF, or a text; absent when the worker may already have it. */
  readonly content: Uint8Array | PagedText | undefined;
  readonly request: PageRequest;
  /** In pixels; without it, nothing is drawn. */
  readonly width: number | undefined;
};

/** The reason a worker gives when the document is not open: the next message must include the content. */
export const DOCUMENT_NOT_OPEN = 'document_not_open';
