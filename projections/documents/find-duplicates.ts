import type { ReadModelView } from '../read-model-reader.ts';
import { documentEntity } from './entity.ts';

/** The most copies of files that are looked at for one page of a list. */
const MAX_COPIES = 10_000;

/**
 * Of some documents those of which there is an older one in use whose newest version is the same file, with the oldest
 * such. Looked for among documents that are proven to hold no PHI only, and for them alone: that somebody has a certain file
 * of a patient is not to be found out by sending it, and the digests of those are sealed. Reads read model `documents`.
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
