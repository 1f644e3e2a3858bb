import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { BlobReference, BlobStore, StagedBlob, StoredBlob } from '../../../ports/blob-store.ts';
import {
  type BlobFolder,
  exists,
  isMissing,
  markIn,
  markOf,
  openBlobFolder,
  renewMark,
} from './blob-folder.ts';
import { openSpool, PIECE, type SpooledContent, spoolContent } from './spool-content.ts';

const missing = (sha256: string): Failure =>
  new Failure(
    failure('not_found', 'A stored file is missing. Restore the data directory from a backup.', {
      component: 'blob-store',
      details: { sha256 },
    }),
  );

const isAddress = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

/** Wraps spooled content until it is kept or discarded. */
const stagedIn = (
  { pathOf, linkInPlace, claim, removeMarked }: BlobFolder,
  spooled: SpooledContent,
): StagedBlob => {
  const { path: temporary, sha256, size, discard } = spooled;
  /** The mark of the blob, if this call created it. */
  let made: string | undefined;
  return {
    sha256,
    size,
    read: () => spooled.read(),
    keep: async () => {
      if (made !== undefined && (await markOf(pathOf(sha256)).catch(() => undefined)) === made) return;
      made = undefined;
      while (!(await claim(sha256))) {
        const mark = await renewMark(temporary);
        const outcome = await linkInPlace(temporary, sha256);
        if (outcome === 'new') made = mark;
        if (outcome !== 'there') return;
      }
    },
    takeBack: async () => {
      if (made !== undefined) await removeMarked(sha256, made).catch(() => false);
      made = undefined;
    },
    discard,
  };
};

/** Lists the blobs of a folder in order of address, starting after `after`. */
async function* listBlobs({ root, pathOf }: BlobFolder, after = ''): AsyncGenerator<StoredBlob> {
  const folders = (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
  for (const folder of folders) {
    if (folder < after.slice(0, 2)) continue;
    const names = (await readdir(join(root, folder))).filter((name) => isAddress(name) && name > after);
    for (const sha256 of names.sort()) {
      const found = await stat(pathOf(sha256), { bigint: true }).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (found === undefined) continue;
      yield { sha256, size: Number(found.size), keptAt: Number(found.mtimeMs), mark: markIn(found) };
    }
  }
}

type FileBlobStoreOptions = {
  /**
   * True when no other process uses the folder: every half-written file is then left from a crash, however recent.
   */
  readonly alone?: boolean;
};

/**
 * Blobs as files `<root>/<first two hex digits>/<sha256>`. A blob is written to a temporary file, flushed and linked,
 * so a file under its final name is always complete. The next start removes half-written and staged files that a
 * crash left.
 *
 * Removing never loses content that an event of any process is about to refer to. Keeping existing content gives the
 * file a new mark before the event is appended. Removing moves the file aside, which succeeds for one process only,
 * and then reads its mark: if it is unchanged, the content was not kept since, and a later writer finds no file and
 * stores it again; if it has changed, the file is moved back. A file that a crash left aside is moved back at the
 * next start, and readers find it there meanwhile.
 */
export const openFileBlobStore = async (
  root: string,
  { alone = false }: FileBlobStoreOptions = {},
): Promise<BlobStore> => {
  const incoming = join(root, 'incoming');
  await openSpool(incoming, alone);
  const folder = await openBlobFolder(root);
  const { claim, removeMarked, readablePath } = folder;

  const stage: BlobStore['stage'] = async (content, limit) =>
    stagedIn(folder, await spoolContent(incoming, content, limit));

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
      if (await claim(sha256)) return { sha256, size: content.byteLength };
      async function* whole() {
        yield content;
      }
      return put(whole(), content.byteLength);
    },
    get: async (sha256) => {
      try {
        return await readFile(await readablePath(sha256));
      } catch (error) {
        if (!isMissing(error)) throw error;
        throw missing(sha256);
      }
    },
    read: async function* (sha256, range = { start: 0, end: Number.MAX_SAFE_INTEGER }) {
      const file = await open(await readablePath(sha256), 'r').catch((error: unknown) => {
        throw isMissing(error) ? missing(sha256) : error;
      });
      // When the reader leaves early, the stream is destroyed, which closes the file.
      yield* file.createReadStream({ ...range, highWaterMark: PIECE });
    },
    has: async (sha256) => exists(await readablePath(sha256)),
    sizeOf: async (sha256) => {
      try {
        return (await stat(await readablePath(sha256))).size;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    list: (after) => listBlobs(folder, after),
    remove: ({ sha256, mark }) => removeMarked(sha256, mark),
  };
};
