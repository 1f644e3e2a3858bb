import type { ReadModelView } from '../read-model-reader.ts';
import { documentEntity } from './entity.ts';

/** The most copies of files examined for one page of a list. */
const MAX_COPIES = 10_000;

/**
 * The given documents whose newest version is the same file as that of an older document in use, each with the oldest
 * such document. Only documents proven to hold no PHI are compared: uploading a patient's file must not reveal
 * whether someone else has it, and the digests of such files are sealed. Reads read model `documents`.
 */
export const findDuplicates = async (
  view: ReadModelView,
  docKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const clean = { clean: true, containsPhi: false };
  const asked = await view.entities.find(
    documentEntity,
    { docKey: { $in: [...docKeys] }, ...clean },
    { fields: ['docKey', 'contentDigest', 'addedAt'], disableIdentityMap: true },
  );
  const digests = [...new Set(asked.flatMap(({ contentDigest }) => contentDigest ?? []))];
  if (digests.length === 0) return new Map();
  const copies = await view.entities.find(
    documentEntity,
    { contentDigest: { $in: digests }, status: { $ne: 'withdrawn' }, ...clean },
    {
      fields: ['docKey', 'contentDigest', 'addedAt'],
      orderBy: [{ addedAt: 'asc' }, { docKey: 'asc' }],
      limit: MAX_COPIES,
      disableIdentityMap: true,
    },
  );
  const oldest = new Map<string, (typeof copies)[number]>();
  for (const copy of copies) {
    const digest = String(copy.contentDigest);
    if (!oldest.has(digest)) oldest.set(digest, copy);
  }
  return new Map(
    asked.flatMap(({ docKey, contentDigest, addedAt }) => {
      const first = oldest.get(String(contentDigest));
      const isOlder =
        first !== undefined &&
        (first.addedAt < addedAt || (first.addedAt === addedAt && first.docKey < docKey));
      return isOlder ? [[docKey, first.docKey] as const] : [];
    }),
  );
};
