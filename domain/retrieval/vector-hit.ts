/** A passage found by its vector: cosine similarity from -1 to 1, higher is nearer. */
export type VectorHit = { readonly chunkId: string; readonly similarity: number };
