import { decodeCursor, encodeCursor, integerPlace } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { openRows } from '../sealing/open-rows.ts';
import { type DocumentVersionDto, toDocumentVersionDto } from './document-version-dto.ts';
import { documentVersionEntity, documentVersionSealing } from './entity.ts';

/**
 * The versions of one document, the newest first; empty when there is no such document. Reads read model
 * `document-versions`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listDocumentVersions = async (
  view: ReadModelView,
  { docKey, cursor, limit }: PageRequest & { readonly docKey: string },
): Promise<PageOf<DocumentVersionDto>> => {
  const where = {
    docKey,
    ...(cursor === undefined ? {} : { version: { $lt: decodeCursor(integerPlace, cursor)[0] } }),
  };
  return pageOfRows(
    limit,
    async (rows) =>
      openRows(
        view,
        documentVersionSealing,
        await view.entities.find(documentVersionEntity, where, {
          orderBy: { version: 'desc' },
          limit: rows,
          disableIdentityMap: true,
        }),
      ),
    toDocumentVersionDto,
    (row) => encodeCursor([row.version]),
  );
};
