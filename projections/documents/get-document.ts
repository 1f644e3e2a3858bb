import type { ReadModelView } from '../read-model-reader.ts';
import { openRowIfAny } from '../sealing/open-rows.ts';
import { type DocumentDto, toDocumentDto } from './document-dto.ts';
import { documentEntity, documentSealing } from './entity.ts';

/** One document of the catalogue; `undefined` when there is none. Reads read model `documents`. */
export const getDocument = async (view: ReadModelView, docKey: string): Promise<DocumentDto | undefined> => {
  const row = await view.entities.findOne(documentEntity, { docKey }, { disableIdentityMap: true });
  const opened = await openRowIfAny(view, documentSealing, row);
  return opened && toDocumentDto(opened);
};
