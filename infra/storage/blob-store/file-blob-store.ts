import { createHash, randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { BlobReference, BlobStore, StagedBlob, StoredBlob } from '../../../ports/blob-store.ts';
import { openSpool, PIECE, spoolContent } from './spool-content.ts';

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

/** Makes a rename durable: the entry is part of the folder, not in the file. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const missing = (sha256: string): Failure =>
  new Failure(
    failure('not_found', 'A stored file is missing. Restore the data directory from a backup.', {
      component: 'blob-store',
      details: { sha256 },
    }),
  );

const isAddress = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

/** When a file was last kept, to the nanosecond: its mark. */
const markOf = async (path: string): Promise<string> => String((await stat(path, { bigint: true })).mtimeNs);

/**
 * Gives a file a mark that it never had, later than the one before whatever the clock does. Two writers at the same
 * time may give the same one; it differs from every mark that was read before.
 */
const markAnew = async (path: string): Promise<void> => {
  const { mtimeMs } = await stat(path);
  const now = new Date(Math.max(Date.now(), Math.ceil(mtimeMs) + 1));
  await utimes(path, now, now);
};

type FileBlobStoreOptions = {
  /** Whether no other process uses the folder: what is half written is then from a crash, however fresh it is. */
  readonly alone?: boolean;
};

/**
 * Blobs as files `<root>/<first two hex digits>/<sha256>`. A blob is written beside its place, flushed to the disk
 * and linked, so that a file under its final name is always whole. What a crash leaves half written or staged is
 * cleared away by the next start.
 *
 * Removing never loses content that an event of any process is about to refer to. Keeping content that is there already
 * gives the file a new mark before the event is appended. Removing moves the file aside, which succeeds for one process
 * only, and then reads its mark: if it is the one seen before, nothing has kept the content since, and a writer that
 * comes now finds no file and stores it anew; if it is another one, the file is moved back. What a crash left aside
 * goes back at the next start, and readers find it there meanwhile.
 */
export const openFileBlobStore = async (
  root: string,
  { alone = false }: FileBlobStoreOptions = {},
): Promise<BlobStore> => {
  const incoming = join(root, 'incoming');
  const leaving = join(root, 'leaving');
  await openSpool(incoming, alone);
  await mkdir(leaving, { recursive: true });

  const pathOf = (sha256: string): string => join(root, sha256.slice(0, 2), sha256);

  /**
   * Puts a whole file under its final name as well. Answers what came of it: where a file system knows no links, the
   * file is moved, and may then have taken the place of another one with the same content.
   */
  const linkInPlace = async (from: string, sha256: string): Promise<'new' | 'there' | 'moved'> => {
    const path = pathOf(sha256);
    const folder = dirname(path);
    if ((await mkdir(folder, { recursive: true })) !== undefined) await syncFolder(root);
    const outcome = await link(from, path).then(
      () => 'new' as const,
      async (error: unknown) => {
        if (hasCode(error, 'EEXIST')) return 'there';
        if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
        await rename(from, path);
        return 'moved';
      },
    );
    if (outcome !== 'there') await syncFolder(folder);
    return outcome;
  };

  const goBack = async (aside: string, sha256: string): Promise<void> => {
    await linkInPlace(aside, sha256).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    await rm(aside, { force: true });
  };

  for (const name of await readdir(leaving)) await goBack(join(leaving, name), name.slice(0, 64));

  /** Gives a blob a new mark, so that it is not removed. Answers whether it is there, durably. */
  const claim = async (sha256: string): Promise<boolean> => {
    const path = pathOf(sha256);
    try {
      await markAnew(path);
      // Who linked it may not have come to this yet.
      await syncFolder(dirname(path));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  };

  const removeMarked = async (sha256: string, mark: string): Promise<boolean> => {
    const path = pathOf(sha256);
    const aside = join(leaving, `${sha256}.${randomUUID()}`);
    try {
      if ((await markOf(path)) !== mark) return false;
      await rename(path, aside);
      if ((await markOf(aside)) === mark) {
        await rm(aside, { force: true });
        return true;
      }
      await goBack(aside, sha256);
      return false;
    } catch (error) {
      // Somebody else removed it, or a start put it back.
      if (isMissing(error)) return !(await exists(path));
      throw error;
    }
  };

  /** Where a blob can be read: under its name, or for a moment where it waits to be removed or to go back. */
  const readablePath = async (sha256: string): Promise<string> => {
    const path = pathOf(sha256);
    if (await exists(path)) return path;
    const aside = (await readdir(leaving)).find((name) => name.startsWith(sha256));
    return aside === undefined ? path : join(leaving, aside);
  };

  const stage = async (content: AsyncIterable<Uint8Array>, limit: number): Promise<StagedBlob> => {
    const spooled = await spoolContent(incoming, content, limit);
    const { path: temporary, sha256, size, discard } = spooled;
    /** The mark that this left on a blob of its own making. */
    let made: string | undefined;
    return {
      sha256,
      size,
      read: () => spooled.read(),
      keep: async () => {
        if (made !== undefined && (await markOf(pathOf(sha256)).catch(() => undefined)) === made) return;
        made = undefined;
        while (!(await claim(sha256))) {
          await markAnew(temporary);
          const mark = await markOf(temporary);
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

  const put = async (content: AsyncIterable<Uint8Array>, limit: number): Promise<BlobReference> => {
    const { sha256, size, keep, discard } = await stage(content, limit);
    try {
      await keep();
      return { sha256, size };
    } finally {
      await discard();
    }
  };

  const list = async function* (after = ''): AsyncGenerator<StoredBlob> {
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
        const { size, mtimeMs, mtimeNs } = found;
        yield { sha256, size: Number(size), keptAt: Number(mtimeMs), mark: String(mtimeNs) };
      }
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
      // Destroyed, and with it the file closed, when the reader leaves early.
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
    list,
    remove: ({ sha256, mark }) => removeMarked(sha256, mark),
  };
};
