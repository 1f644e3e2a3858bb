import type { ReadModelView } from '../read-model-reader.ts';
import { type DocumentDto, toDocumentDto } from './document-dto.ts';
import { documentEntity } from './entity.ts';

/** One document of the catalogue; `undefined` when there is none. Reads read model `documents`. */
export const getDocument = async (view: ReadModelView, docKey: string): Promise<DocumentDto | undefined> => {
  const row = await view.entities.findOne(documentEntity, { docKey }, { disableIdentityMap: true });
  return row ? toDocumentDto(row) : undefined;
};
