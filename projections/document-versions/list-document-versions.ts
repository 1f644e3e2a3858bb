import { listSealedRows, type SealedPage } from '../list-sealed-rows.ts';
import type { PageRequest } from '../page-of-rows.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { type DocumentVersionDto, toDocumentVersionDto } from './document-version-dto.ts';
import { documentVersionEntity, documentVersionSealing } from './entity.ts';

/**
 * The versions of one document, newest first; empty when there is no such document. Reads read model
 * `document-versions`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listDocumentVersions = (
  view: ReadModelView,
  { docKey, cursor, limit }: PageRequest & { readonly docKey: string },
): Promise<SealedPage<DocumentVersionDto>> =>
  listSealedRows(
    view,
    {
      entity: documentVersionEntity,
      sealing: documentVersionSealing,
      where: (after) => ({
        docKey,
        ...(after === undefined ? {} : { version: { $lt: after } }),
      }),
      order: {
        by: { version: 'desc' },
        column: 'integer',
        placeOf: (row) => row.version,
      },
      toItem: toDocumentVersionDto,
    },
    { limit, cursor },
  );
