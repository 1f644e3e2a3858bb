/** The settings of a thread that runs a sentence model. */
export type EncoderSettings = {
  readonly folder: string;
  readonly name: string;
  readonly maxTokens: number;
  readonly dimensions: number;
};

/** One text, with its prefix. */
export type EncoderJob = { readonly text: string };

/** Its vector, of length one. */
export type EncoderResult = { readonly vector: Float32Array };
