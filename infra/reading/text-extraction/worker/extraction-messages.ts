import type { DocumentFormat } from '../../../../domain/knowledge/document-format.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import type { OcrChoice } from '../ocr/ocr-choice.ts';

/** The settings that a worker gets when it starts. */
export type WorkerSettings = {
  readonly limits: ExtractionLimits;
  readonly ocr: OcrChoice;
  /** Where pages are kept that a crash shall not lose. */
  readonly pagesFolder: string | undefined;
};

/** The step at which a worker draws figures; the others are numbers of pages, from 1. */
export const FIGURES_STEP = 0;

/** One file to read. A worker has one at a time. */
export type ExtractionJob = {
  readonly content: Uint8Array;
  readonly format: DocumentFormat;
  /** Pages that ended or stalled a worker before. */
  readonly skipPages: readonly number[];
  /** Drawing its figures ended or stalled a worker before: none are drawn. */
  readonly skipFigures: boolean;
  /** Under which pages are kept that a crash shall not lose; none are kept without it. */
  readonly pagesKey: Uint8Array | undefined;
};
