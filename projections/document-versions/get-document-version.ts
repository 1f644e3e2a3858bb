import type { ReadModelView } from '../read-model-reader.ts';
import { openRowIfAny } from '../sealing/open-rows.ts';
import { type DocumentVersionDto, toDocumentVersionDto } from './document-version-dto.ts';
import { documentVersionEntity, documentVersionSealing } from './entity.ts';

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
  const opened = await openRowIfAny(view, documentVersionSealing, row);
  return opened && toDocumentVersionDto(opened);
};
