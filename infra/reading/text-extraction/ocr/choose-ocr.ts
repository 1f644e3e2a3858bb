import type { OcrChoice } from './ocr-choice.ts';
import { findTesseract } from './tesseract.ts';
import { isTesseractJsInstalled } from './tesseract-js.ts';

/** What is missing where scans are not read, and what to do about it. */
export const NO_OCR =
  'No OCR is installed: scanned pages are not read. Install it with "npm ci" without --omit=optional, or the program tesseract.';

export type OcrFinder = {
  /** The path of the program, if there is one. */
  readonly findProgram: () => Promise<string | undefined>;
  readonly isBuiltInThere: () => boolean;
};

const here: OcrFinder = { findProgram: findTesseract, isBuiltInThere: isTesseractJsInstalled };

/**
 * How scans are read: `search` takes the tesseract program when it is on PATH, else the engine that comes as an
 * optional package; `built-in` and `none` say which, anything else is the path of the program.
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
