import type { Embedder } from './embedder.ts';

/** The configured embedders of this installation, by the names of their models. */
export type Embedders = {
  /** The one named by the configuration; in use until another one is chosen. */
  readonly configured: Embedder;
  /** All available embedders, the configured one first. */
  readonly all: readonly Embedder[];
};

/** The embedder whose vectors can be compared with those of the model. */
export const embedderOf = (
  { all }: Embedders,
  model: { readonly name: string; readonly dimensions: number },
): Embedder | undefined =>
  all.find(
    (embedder) => embedder.model.name === model.name && embedder.model.dimensions === model.dimensions,
  );
