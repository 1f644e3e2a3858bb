import type { ReadModelView } from '../read-model-reader.ts';
import { type DocumentVersionDto, toDocumentVersionDto } from './document-version-dto.ts';
import { documentVersionEntity } from './entity.ts';

/** One version of a document; `undefined` when there is none. Reads read model `document-versions`. */
export const getDocumentVersion = async (
  view: ReadModelView,
  docKey: string,
  version: number,
): Promise<DocumentVersionDto | undefined> => {
  const row = await view.entities.findOne(
    documentVersionEntity,
    { docKey, version },
    { disableIdentityMap: true },
  );
  return row ? toDocumentVersionDto(row) : undefined;
};
