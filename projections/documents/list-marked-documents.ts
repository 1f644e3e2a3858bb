import type { ReadModelView } from '../read-model-reader.ts';
import { documentEntity } from './entity.ts';

/** The given documents that are marked as holding PHI. Reads read model `documents`. */
export const listMarkedDocuments = async (
  view: ReadModelView,
  docKeys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const marked = await view.entities.find(
    documentEntity,
    { docKey: { $in: [...new Set(docKeys)] }, containsPhi: true },
    { fields: ['docKey'], disableIdentityMap: true },
  );
  return new Set(marked.map(({ docKey }) => docKey));
};
