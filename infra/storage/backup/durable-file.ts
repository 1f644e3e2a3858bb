import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Size and hash of a written file, for later verification. */
export type WrittenFile = { readonly bytes: number; readonly sha256: string };

/** The suffix of a file that is still being written; a leftover with it can be removed. */
export const PART = '.part';

/** Makes names in a folder durable: they belong to the folder, not to the file. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return; // Windows has no handle on a folder to flush.
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A file being written: it gets its name only when it is complete and on disk. */
export type DraftFile = {
  readonly write: (content: string | Uint8Array) => Promise<void>;
  readonly bytes: () => number;
  /** The hash of the content written so far. */
  readonly sha256: () => string;
  /** Flushes the file and gives it its name, replacing any file of that name. */
  readonly keep: (path: string) => Promise<WrittenFile>;
  /** Removes the draft unless it was kept. Never rejects. */
  readonly discard: () => Promise<void>;
};

/** Begins a file that only its owner may read, next to its final path. */
export const draftFile = async (beside: string): Promise<DraftFile> => {
  const draft = `${beside}${PART}`;
  await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
  // An existing file is from an earlier run, or a trap: a link to another file, or one that others may read.
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

/** Writes a file durably and atomically: after a crash it has either its old content or the new one. */
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
