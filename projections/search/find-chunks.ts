import type { ReadModelView } from '../read-model-reader.ts';
import type { ChunkDto } from './list-chunks.ts';
import { passageEntity } from './passage-entity.ts';
import { openPassage, sealedSubjects } from './sealed-passage.ts';

/**
 * Chunks by id, including those of superseded and withdrawn versions; ids that were never indexed or are erased are
 * left out. Reads the index `search`.
 */
export const findChunks = async (
  view: ReadModelView,
  chunkIds: readonly string[],
): Promise<readonly ChunkDto[]> => {
  if (chunkIds.length === 0) return [];
  const found = await view.entities.find(
    passageEntity,
    { chunkId: { $in: [...chunkIds] } },
    { disableIdentityMap: true },
  );
  const keys = await view.sealer.keysOf(sealedSubjects(found));
  return found.flatMap((row) => {
    const passage = openPassage(keys, row);
    return passage ? [{ ...passage, live: row.live }] : [];
  });
};
