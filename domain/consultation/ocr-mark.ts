import type { Passage } from '../retrieval/passage.ts';

/**
 * Returns the lowest OCR confidence of the passages, from 0 to 1; `undefined` if none was read by OCR. Rounded down
 * to hundredths, so that the shown value is never too high.
 */
export const ocrConfidenceOf = (passages: readonly Pick<Passage, 'ocrConfidence'>[]): number | undefined => {
  const confidences = passages.flatMap(({ ocrConfidence }) => ocrConfidence ?? []);
  return confidences.length === 0 ? undefined : Math.floor(Math.min(...confidences) * 100) / 100;
};

/** The mark for OCR text, in which a misread decimal point changes a dose tenfold; empty for other text. */
export const ocrMark = (passages: readonly Pick<Passage, 'ocrConfidence'>[]): string => {
  const confidence = ocrConfidenceOf(passages);
  return confidence === undefined
    ? ''
    : ` (read by OCR, confidence ${confidence.toFixed(2)}: check the page)`;
};
