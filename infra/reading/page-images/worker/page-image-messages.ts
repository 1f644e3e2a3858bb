import type { PageRequest } from '../../../../ports/page-images.ts';

/** One page to look at, and to draw where a width is given. */
export type PageJob = {
  /** Names the document, so that its content need not come along each time. */
  readonly id: string;
  /** The bytes of a PDF, or a text; absent when the worker may have it already. */
  readonly content: Uint8Array | string | undefined;
  readonly request: PageRequest;
  /** In pixels; nothing is drawn without. */
  readonly width: number | undefined;
};

/** Said by a worker that has not got the document at hand: it has to be sent along. */
export const DOCUMENT_NOT_OPEN = 'document_not_open';
