import type { VectorPoint } from '../../ports/vector-index.ts';

/** The point of a passage of the document in its id, with defaults for everything that the test does not set. */
export const givenVectorPoint = (
  chunkId: string,
  vector: Float32Array,
  more: Partial<VectorPoint> = {},
): VectorPoint => ({
  chunkId,
  docKey: chunkId.split('@')[0] ?? '',
  vector,
  sourceType: 'guideline',
  specialty: [],
  drugs: [],
  title: 'Chest pain',
  fileName: 'chest-pain.pdf',
  sectionPath: [],
  text: 'Nothing in particular.',
  phi: false,
  ...more,
});
