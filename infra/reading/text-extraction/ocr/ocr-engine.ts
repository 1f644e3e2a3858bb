import type { GrayImage } from './gray-image.ts';

/** The text read from a picture, with the mean confidence of its words from 0 to 1. */
export type RecognizedText = { readonly text: string; readonly confidence: number };

/** The result for a picture: its text, `nothing` if it shows none, or `failed` if the engine failed. */
export type OcrOutcome = RecognizedText | 'nothing' | 'failed';

/** Reads text from pictures. Never rejects. */
export type OcrEngine = {
  readonly recognize: (image: GrayImage) => Promise<OcrOutcome>;
};
