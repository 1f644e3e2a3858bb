import type { VectorPoint } from '../../ports/vector-index.ts';

/** A passage's point, of the document that its id names, about which nothing matters but what the test says. */
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
