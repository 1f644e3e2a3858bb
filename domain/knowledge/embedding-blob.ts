/** Encodes the embedding vectors of one document version: 32-bit floats, little endian, one vector after the other. */
export const encodeEmbeddings = (vectors: readonly Float32Array[]): Uint8Array => {
  const dimensions = vectors[0]?.length ?? 0;
  const bytes = new Uint8Array(vectors.length * dimensions * 4);
  const view = new DataView(bytes.buffer);
  for (const [row, vector] of vectors.entries()) {
    if (vector.length !== dimensions)
      throw new RangeError('Vectors of different lengths cannot be stored together.');
    for (const [column, value] of vector.entries())
      view.setFloat32((row * dimensions + column) * 4, value, true);
  }
  return bytes;
};

/** Decodes vectors. Throws a RangeError when the bytes are not whole vectors of that many dimensions. */
export const decodeEmbeddings = (bytes: Uint8Array, dimensions: number): readonly Float32Array[] => {
  if (dimensions < 1 || bytes.byteLength % (dimensions * 4) !== 0) {
    throw new RangeError('The stored embeddings do not have the expected length.');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / (dimensions * 4) }, (_, row) =>
    Float32Array.from({ length: dimensions }, (_value, column) =>
      view.getFloat32((row * dimensions + column) * 4, true),
    ),
  );
};
