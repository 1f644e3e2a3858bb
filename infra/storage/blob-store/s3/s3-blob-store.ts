import type { BlobReference, BlobStore, StagedBlob } from '../../../../ports/blob-store.ts';
import { inMemory } from '../in-memory-content.ts';
import { openSpool, spoolContent } from '../spool-content.ts';
import { BLOBS, createBlobCopies, groupByBlob } from './blob-copies.ts';
import { readVerified, readWithResume } from './read-blob.ts';
import type { S3Objects } from './s3-objects.ts';

/** Sorts after every suffix of an address. */
const AFTER_ALL = '.~';

type S3BlobStoreOptions = {
  /** The folder for content that is not kept yet or is being uploaded. */
  readonly spool: string;
  /** True when no other process uses that folder. */
  readonly alone: boolean;
};

/**
 * Blobs as objects `blobs/<sha256>.<mark>` of a bucket. Content is first written to a local spool file and only
 * uploaded when it is kept, so refused content is never sent.
 *
 * S3 has no conditional delete that all servers support. So no key is ever written twice: each keeping creates an
 * object with a new mark, by a copy inside the store if the content exists, and then deletes the objects that it saw
 * before. Removing deletes the listed objects, on which no later keeping relies. It is therefore harmless if a
 * process freezes between listing and deleting. A blob exists while it has an object; concurrent keepings may leave
 * several, which the next keeping or removal cleans up.
 */
export const openS3BlobStore = async (
  objects: S3Objects,
  { spool, alone }: S3BlobStoreOptions,
): Promise<BlobStore> => {
  await openSpool(spool, alone);
  const copies = createBlobCopies(objects);

  const stage = async (content: AsyncIterable<Uint8Array>, limit: number): Promise<StagedBlob> => {
    const spooled = await spoolContent(spool, content, limit);
    const { sha256, size, discard } = spooled;
    let kept: { readonly key: string; readonly isNew: boolean } | undefined;
    return {
      sha256,
      size,
      read: () => spooled.read(),
      keep: async () => {
        if (kept !== undefined && (await objects.has(kept.key))) return;
        kept = await copies.keep(spooled);
      },
      takeBack: async () => {
        if (kept?.isNew === true) await objects.remove(kept.key).catch(() => {});
        kept = undefined;
      },
      discard,
    };
  };

  const put = async (content: AsyncIterable<Uint8Array>, limit: number): Promise<BlobReference> => {
    const staged = await stage(content, limit);
    try {
      await staged.keep();
      return { sha256: staged.sha256, size: staged.size };
    } finally {
      await staged.discard();
    }
  };

  return {
    put,
    stage,
    putBytes: async (bytes) => {
      const content = inMemory(bytes);
      await copies.keep(content);
      return { sha256: content.sha256, size: content.size };
    },
    get: async (sha256) => Buffer.concat(await Array.fromAsync(readVerified(copies, sha256))),
    read: (sha256, range) =>
      range === undefined ? readVerified(copies, sha256) : readWithResume(copies, sha256, range),
    has: async (sha256) => (await copies.of(sha256)).length > 0,
    sizeOf: async (sha256) => (await copies.of(sha256)).at(-1)?.size,
    list: (after) =>
      groupByBlob(
        objects.list(BLOBS, after === undefined || after === '' ? undefined : `${BLOBS}${after}${AFTER_ALL}`),
      ),
    remove: async ({ sha256, mark }) => {
      for (const one of mark.split(' ')) await objects.remove(`${BLOBS}${sha256}.${one}`);
      return (await copies.of(sha256)).length === 0;
    },
  };
};
