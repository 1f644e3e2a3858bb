import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What was written, as it can be checked later. */
export type WrittenFile = { readonly bytes: number; readonly sha256: string };

/** Under this ending a file is being written; whatever carries it can be removed. */
export const PART = '.part';

/** Makes names in a folder durable: they are part of the folder, not of the file. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return; // Windows has no handle on a folder to flush.
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A file on its way: it has its name only once it is whole and on the disk. */
export type DraftFile = {
  readonly write: (content: string | Uint8Array) => Promise<void>;
  readonly bytes: () => number;
  /** Of what was written so far. */
  readonly sha256: () => string;
  /** Flushes it and gives it its name, replacing what had it. */
  readonly keep: (path: string) => Promise<WrittenFile>;
  /** Removes it, unless it was kept. Never rejects. */
  readonly discard: () => Promise<void>;
};

/** Begins a file that only its owner may read, beside its final place. */
export const draftFile = async (beside: string): Promise<DraftFile> => {
  const draft = `${beside}${PART}`;
  await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
  // What lies there is from a run before, or a trap: a link to another file, or a file that somebody else may read.
  await rm(draft, { force: true });
  let file: FileHandle | undefined = await open(draft, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  const close = async (): Promise<void> => {
    const closing = file;
    file = undefined;
    await closing?.close();
  };
  return {
    write: async (content) => {
      const piece = typeof content === 'string' ? Buffer.from(content) : content;
      await file?.writeFile(piece);
      hash.update(piece);
      bytes += piece.byteLength;
    },
    bytes: () => bytes,
    sha256: () => hash.copy().digest('hex'),
    keep: async (path) => {
      await file?.sync();
      await close();
      await rename(draft, path);
      await syncFolder(dirname(path));
      return { bytes, sha256: hash.digest('hex') };
    },
    discard: async () => {
      await close().catch(() => {});
      await rm(draft, { force: true }).catch(() => {});
    },
  };
};

/** Writes a whole file durably, or none: after a crash the old content is there or the new one. */
export const writeDurably = async (
  path: string,
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<WrittenFile> => {
  const draft = await draftFile(path);
  try {
    for await (const piece of content) await draft.write(piece);
    return await draft.keep(path);
  } finally {
    await draft.discard();
  }
};
