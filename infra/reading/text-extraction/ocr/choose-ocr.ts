import type { OcrChoice } from './ocr-choice.ts';
import { findTesseract } from './tesseract.ts';
import { isTesseractJsInstalled } from './tesseract-js.ts';

/** The warning when scans are not read, with the remedy. */
export const NO_OCR =
  'No OCR is installed: scanned pages are not read. Install it with "npm ci" without --omit=optional, or the program tesseract.';

export type OcrFinder = {
  /** Finds the path of the program, if it is installed. */
  readonly findProgram: () => Promise<string | undefined>;
  readonly isBuiltInThere: () => boolean;
};

const here: OcrFinder = { findProgram: findTesseract, isBuiltInThere: isTesseractJsInstalled };

/**
 * Chooses how to read scans. `search` takes the tesseract program on PATH, or else the optional built-in engine;
 * `built-in` and `none` are explicit; any other value is the path of the program.
 */
export const chooseOcr = async (
  wanted = 'search',
  { findProgram, isBuiltInThere }: OcrFinder = here,
): Promise<OcrChoice> => {
  if (wanted === 'none') return { kind: 'none' };
  if (wanted === 'built-in') return { kind: 'built-in' };
  const path = wanted === 'search' ? await findProgram() : wanted;
  if (path !== undefined) return { kind: 'program', path };
  return { kind: isBuiltInThere() ? 'built-in' : 'none' };
};
