import type { OcrChoice } from './ocr-choice.ts';
import type { OcrEngine } from './ocr-engine.ts';
import { createTesseract } from './tesseract.ts';
import { createTesseractJs } from './tesseract-js.ts';

/** Creates the chosen engine; `undefined` for none. Nothing starts before the first picture. */
export const createOcrEngine = (choice: OcrChoice): OcrEngine | undefined => {
  if (choice.kind === 'program') return createTesseract(choice.path);
  return choice.kind === 'built-in' ? createTesseractJs() : undefined;
};
