import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { BlobReference, BlobStore, StagedBlob } from '../../ports/blob-store.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

/** Makes a rename durable: the entry lives in the folder, not in the file. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const tooLarge = (limit: number): Failure =>
  new Failure(
    failure(
      'payload_too_large',
      `The file is larger than the limit of ${Math.floor(limit / 1_000_000)} MB.`,
      {
        details: { limit },
      },
    ),
  );

const missing = (sha256: string): Failure =>
  new Failure(
    failure('not_found', 'A stored file is missing. Restore the data directory from a backup.', {
      component: 'blob-store',
      details: { sha256 },
    }),
  );

/** How old a half-written file must be before the start clears it away, in milliseconds. */
const STALE_AFTER = 60 * 60 * 1000;

/** Bytes of a blob that are read at a time. */
const PIECE = 64 * 1024;

/**
 * Blobs as files `<root>/<first two hex digits>/<sha256>`. A blob is written beside its place, flushed to the disk
 * and renamed, so that a file under its final name is always whole. What a crash leaves half written or staged is
 * cleared away by a later start.
 */
export const openFileBlobStore = async (root: string): Promise<BlobStore> => {
  const incoming = join(root, 'incoming');
  await mkdir(incoming, { recursive: true });
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > STALE_AFTER) await rm(path, { force: true });
  }

  const pathOf = (sha256: string): string => join(root, sha256.slice(0, 2), sha256);

  const moveToItsPlace = async (temporary: string, sha256: string): Promise<void> => {
    const path = pathOf(sha256);
    if (await exists(path)) return;
    const folder = dirname(path);
    if ((await mkdir(folder, { recursive: true })) !== undefined) await syncFolder(root);
    await rename(temporary, path);
    await syncFolder(folder);
  };

  const stage = async (content: AsyncIterable<Uint8Array>, limit: number): Promise<StagedBlob> => {
    const temporary = join(incoming, randomUUID());
    const hash = createHash('sha256');
    let size = 0;
    const discard = (): Promise<void> => rm(temporary, { force: true }).catch(() => {});
    const file = await open(temporary, 'wx', 0o600);
    try {
      try {
        for await (const part of content) {
          size += part.byteLength;
          if (size > limit) throw tooLarge(limit);
          hash.update(part);
          await file.writeFile(part);
        }
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      await discard();
      throw error;
    }
    const sha256 = hash.digest('hex');
    return { sha256, size, keep: () => moveToItsPlace(temporary, sha256), discard };
  };

  const put = async (content: AsyncIterable<Uint8Array>, limit: number): Promise<BlobReference> => {
    const { sha256, size, keep, discard } = await stage(content, limit);
    try {
      await keep();
      return { sha256, size };
    } finally {
      await discard();
    }
  };

  return {
    put,
    stage,
    putBytes: async (content) => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      if (await exists(pathOf(sha256))) return { sha256, size: content.byteLength };
      async function* whole() {
        yield content;
      }
      return put(whole(), content.byteLength);
    },
    get: async (sha256) => {
      try {
        return await readFile(pathOf(sha256));
      } catch (error) {
        if (!isMissing(error)) throw error;
        throw missing(sha256);
      }
    },
    read: async function* (sha256, range = { start: 0, end: Number.MAX_SAFE_INTEGER }) {
      const file = await open(pathOf(sha256), 'r').catch((error: unknown) => {
        throw isMissing(error) ? missing(sha256) : error;
      });
      // Destroyed, and with it the file closed, when the reader leaves early.
      yield* file.createReadStream({ ...range, highWaterMark: PIECE });
    },
    has: (sha256) => exists(pathOf(sha256)),
  };
};
