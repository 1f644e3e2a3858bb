import type { Passage } from '../../domain/retrieval/passage.ts';
import { decodeCursor, encodeCursor, integerPlace } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { passageEntity } from './passage-entity.ts';
import { openPassage, sealedSubjects } from './sealed-passage.ts';

/** A chunk as indexed. `live` is true if searches can find it. */
export type ChunkDto = Passage & { readonly live: boolean };

/**
 * The chunks of one version of a document in reading order, even of a superseded or withdrawn one; empty when the
 * version was never indexed. Reads the index `search`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listChunks = async (
  view: ReadModelView,
  { docKey, version, cursor, limit }: PageRequest & { readonly docKey: string; readonly version: number },
): Promise<PageOf<ChunkDto>> => {
  const where = {
    docKey,
    version,
    ...(cursor === undefined ? {} : { index: { $gt: decodeCursor(integerPlace, cursor)[0] } }),
  };
  return pageOfRows(
    limit,
    async (rows) => {
      const found = await view.entities.find(passageEntity, where, {
        orderBy: { index: 'asc' },
        limit: rows,
        disableIdentityMap: true,
      });
      // The first passage of a large version is written last.
      if (cursor === undefined && found[0]?.index !== 0) return [];
      const keys = await view.sealer.keysOf(sealedSubjects(found));
      return found.flatMap((row) => {
        const passage = openPassage(keys, row);
        return passage ? [{ index: row.index, live: row.live, passage }] : [];
      });
    },
    (row): ChunkDto => ({ ...row.passage, live: row.live }),
    (row) => encodeCursor([row.index]),
  );
};
