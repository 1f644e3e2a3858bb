import { z } from 'zod';
import type { PagedText, PageRequest } from '../../../../ports/page-images.ts';

/** What a worker is started with. */
export const pageImageSettingsSchema = z.object({
  /** Milliseconds that drawing a page may take; what is not drawn by then is left out. */
  drawingMs: z.number().min(0),
});

/** One page to search, and to draw where a width is given. */
export type PageJob = {
  /** Identifies the document, so that its content need not be sent each time. */
  readonly id: string;
  /** The bytes of a PDF, or a text; absent when the worker may have it already. */
  readonly content: Uint8Array | PagedText | undefined;
  readonly request: PageRequest;
  /** In pixels; nothing is drawn without. */
  readonly width: number | undefined;
};

/** The reason of a worker that does not have the document open: the next message has to include it. */
export const DOCUMENT_NOT_OPEN = 'document_not_open';
