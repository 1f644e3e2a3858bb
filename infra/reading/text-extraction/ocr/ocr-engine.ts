import type { GrayImage } from './gray-image.ts';

/** Text read out of a picture, with the mean confidence of its words from 0 to 1. */
export type RecognizedText = { readonly text: string; readonly confidence: number };

/** What came of a picture: its text, that it shows none, or that the engine could not look at it. */
export type OcrOutcome = RecognizedText | 'nothing' | 'failed';

/** Reads text out of pictures. Never rejects. */
export type OcrEngine = {
  readonly recognize: (image: GrayImage) => Promise<OcrOutcome>;
};
