import type { DocumentFormat } from '../../../../domain/knowledge/document-format.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import type { OcrChoice } from '../ocr/ocr-choice.ts';

/** The settings of a worker. */
export type WorkerSettings = {
  readonly limits: ExtractionLimits;
  readonly ocr: OcrChoice;
  /** Folder for the pages that must survive a crash. */
  readonly pagesFolder: string | undefined;
};

/** The step at which a worker draws figures; the other steps are page numbers, from 1. */
export const FIGURES_STEP = 0;

/** One file to read. A worker reads one at a time. */
export type ExtractionJob = {
  readonly content: Uint8Array;
  readonly format: DocumentFormat;
  /** Pages that crashed or stalled a worker before. */
  readonly skipPages: readonly number[];
  /** Drawing its figures crashed or stalled a worker before: none are drawn. */
  readonly skipFigures: boolean;
  /** The key of the pages that must survive a crash; without it, none are stored. */
  readonly pagesKey: Uint8Array | undefined;
};
