import type { Passage } from '../retrieval/passage.ts';

/**
 * The lowest confidence of the passages whose pages were read by OCR, from 0 to 1; `undefined` where none was. It is rounded
 * down to hundredths, so that what is shown never promises more.
 */
export const ocrConfidenceOf = (passages: readonly Pick<Passage, 'ocrConfidence'>[]): number | undefined => {
  const confidences = passages.flatMap(({ ocrConfidence }) => ocrConfidence ?? []);
  return confidences.length === 0 ? undefined : Math.floor(Math.min(...confidences) * 100) / 100;
};

/** The mark of what was read by OCR, where a misread point makes ten times the dose; empty for what was not. */
export const ocrMark = (passages: readonly Pick<Passage, 'ocrConfidence'>[]): string => {
  const confidence = ocrConfidenceOf(passages);
  return confidence === undefined
    ? ''
    : ` (read by OCR, confidence ${confidence.toFixed(2)}: check the page)`;
};
