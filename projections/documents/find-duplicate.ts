import type { ReadModelView } from '../read-model-reader.ts';
import { documentEntity } from './entity.ts';

/**
 * The oldest other document in use whose newest version is the same file; `undefined` when there is none. Looked for
 * among documents that are proven to hold no PHI only, and for them alone: that somebody has a certain file of a patient
 * is not to be found out by sending it, and the digests of those are sealed. Reads read model `documents`.
 */
export const findDuplicate = async (view: ReadModelView, docKey: string): Promise<string | undefined> => {
  const own = await view.entities.findOne(
    documentEntity,
    { docKey, clean: true, containsPhi: false },
    { fields: ['contentDigest', 'addedAt'], disableIdentityMap: true },
  );
  if (!own?.contentDigest) return undefined;
  const [first] = await view.entities.find(
    documentEntity,
    {
      contentDigest: own.contentDigest,
      clean: true,
      containsPhi: false,
      status: { $ne: 'withdrawn' },
      $or: [{ addedAt: { $lt: own.addedAt } }, { addedAt: own.addedAt, docKey: { $lt: docKey } }],
    },
    {
      fields: ['docKey'],
      orderBy: [{ addedAt: 'asc' }, { docKey: 'asc' }],
      limit: 1,
      disableIdentityMap: true,
    },
  );
  return first?.docKey;
};
