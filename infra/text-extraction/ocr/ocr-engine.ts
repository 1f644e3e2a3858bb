import type { GrayImage } from '../pdf/render-page.ts';

/** Text read out of a picture, with the mean confidence of its words from 0 to 1. */
export type RecognizedText = { readonly text: string; readonly confidence: number };

/** Reads text out of pictures. Answers `undefined` when it fails or finds nothing: the page then stays as it was. */
export type OcrEngine = {
  readonly recognize: (image: GrayImage) => Promise<RecognizedText | undefined>;
};
