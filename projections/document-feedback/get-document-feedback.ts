import type { ReadModelView } from '../read-model-reader.ts';
import { type DocumentFeedbackRow, documentFeedbackEntity } from './entity.ts';

/** The number of people for each judgement of a document. */
type DocumentFeedbackDto = Readonly<DocumentFeedbackRow>;

/** The judgements of one document; all zero if there are none. Reads read model `document-feedback`. */
export const getDocumentFeedback = async (
  view: ReadModelView,
  docKey: string,
): Promise<DocumentFeedbackDto> => {
  const row = await view.entities.findOne(documentFeedbackEntity, { docKey }, { disableIdentityMap: true });
  return row ?? { docKey, helpful: 0, wrong: 0, outdated: 0, missing: 0 };
};
