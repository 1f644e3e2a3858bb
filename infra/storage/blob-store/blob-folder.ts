import { randomInt, randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { access, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');

export const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

/** Makes a rename durable: the entry belongs to the folder, not to the file. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * The mark of a file: its inode and the time it was last kept. The time alone is not enough: a file stored within the
 * same millisecond as another of the same content would share its mark, and could be removed in its place.
 */
export const markIn = ({ ino, mtimeNs }: Pick<BigIntStats, 'ino' | 'mtimeNs'>): string => `${ino}/${mtimeNs}`;

export const markOf = async (path: string): Promise<string> => markIn(await stat(path, { bigint: true }));

/**
 * Gives a file a new mark, later than the previous one even when the clock goes back, and returns it. The
 * microseconds are random because the next file may reuse a freed inode immediately.
 */
export const renewMark = async (path: string): Promise<string> => {
  const file = await open(path, 'r');
  try {
    const { mtimeMs } = await file.stat();
    const seconds = (Math.max(Date.now(), Math.ceil(mtimeMs) + 1) + randomInt(1000) / 1000) / 1000;
    await file.utimes(seconds, seconds);
    return markIn(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
};

/** A folder of files named by the SHA-256 of their content. A file under its final name is complete. */
export type BlobFolder = {
  readonly root: string;
  readonly pathOf: (sha256: string) => string;
  /**
   * Links a complete file to its final name, and returns the outcome. Where the file system does not support links,
   * the file is moved, and may replace another one with the same content.
   */
  readonly linkInPlace: (from: string, sha256: string) => Promise<'new' | 'there' | 'moved'>;
  /** Gives a blob a new mark, which protects it from removal. Returns true if the blob is durably there. */
  readonly claim: (sha256: string) => Promise<boolean>;
  /** Removes a blob unless it has got another mark since. Returns true if the blob is gone. */
  readonly removeMarked: (sha256: string, mark: string) => Promise<boolean>;
  /** The path at which a blob can be read: its own, or briefly the one aside where it awaits removal or return. */
  readonly readablePath: (sha256: string) => Promise<string>;
};

/** Opens a folder of blobs, and moves files that a crash left in `leaving` back to their places. */
export const openBlobFolder = async (root: string): Promise<BlobFolder> => {
  const leaving = join(root, 'leaving');
  await mkdir(leaving, { recursive: true });

  const pathOf = (sha256: string): string => join(root, sha256.slice(0, 2), sha256);

  const linkInPlace: BlobFolder['linkInPlace'] = async (from, sha256) => {
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

  const claim: BlobFolder['claim'] = async (sha256) => {
    const path = pathOf(sha256);
    try {
      // A remover may have moved the file aside and read its old mark just before it got the new one: the new mark
      // counts only if the file is still in its place afterwards.
      while ((await renewMark(path)) !== (await markOf(path)));
      // The writer that linked it may not have synced the folder yet.
      await syncFolder(dirname(path));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  };

  /**
   * Moves a file back. If another has its place by now, the writer that kept this one relies on that: a new mark
   * protects it.
   */
  const goBack = async (aside: string, sha256: string): Promise<void> => {
    try {
      while ((await linkInPlace(aside, sha256)) === 'there' && !(await claim(sha256)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await rm(aside, { force: true });
  };

  for (const name of await readdir(leaving)) await goBack(join(leaving, name), name.slice(0, 64));

  const removeMarked: BlobFolder['removeMarked'] = async (sha256, mark) => {
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
      // Another process removed it, or moved it back at its start.
      if (isMissing(error)) return !(await exists(path));
      throw error;
    }
  };

  const readablePath: BlobFolder['readablePath'] = async (sha256) => {
    const path = pathOf(sha256);
    if (await exists(path)) return path;
    const aside = (await readdir(leaving)).find((name) => name.startsWith(sha256));
    return aside === undefined ? path : join(leaving, aside);
  };

  return { root, pathOf, linkInPlace, claim, removeMarked, readablePath };
};
