import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import pLimit from 'p-limit';
import type { EmbeddedSync } from './embedded-sync.ts';

/** What PGlite's file system of host files (NODEFS of Emscripten) shows of an open file. */
type OpenFile = {
  readonly node: unknown;
  /** The descriptor of the host; a folder has none. */
  readonly nfd?: number;
};
type HostFiles = {
  readonly realPath: (node: unknown) => string;
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
};

/** The PANIC and FATAL lines that PostgreSQL wrote before it ended; they name files and never hold values. */
export type FatalMessage = { text: string | undefined };

const givingUp = /\b(?:PANIC|FATAL):\s+(.*)/;

/**
 * POSIX errno of EIO as WASI counts it: PostgreSQL gives up on a flush that failed, since it is unknown what of it
 * reached the disk.
 */
const WASI_EIO = 29;

const flush = (files: HostFiles, file: OpenFile): number => {
  try {
    if (file.nfd !== undefined) {
      fdatasyncSync(file.nfd);
      return 0;
    }
    const folder = openSync(files.realPath(file.node), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
    return 0;
  } catch {
    return WASI_EIO;
  }
};

/** Where PGlite mounts the files of the database in its own file system. */
const MOUNT_POINT = '/pglite/data';

type PgliteFiles = {
  readonly fs: NodeFS;
  /** Goes on with the same files under another name, after the folder was renamed; from now on they are flushed. */
  readonly moveTo: (folder: string) => void;
};

/**
 * The files of an embedded database in a folder of the host. PGlite's own file system has no `fsync`: here the
 * `fsync` of PostgreSQL reaches the disk, for files and for folders, so that what it promises of commits and
 * checkpoints holds.
 *
 * @param isNew whether nothing in the folder counts before it is moved to its place. Until then nothing is flushed:
 *   PostgreSQL would flush a thousand files one by one, and `syncTree` does it many at a time.
 */
export const openPgliteFiles = (
  folder: string,
  { sync, isNew }: { readonly sync: EmbeddedSync; readonly isNew: boolean },
  fatalMessage: FatalMessage,
): PgliteFiles => {
  let counts = !isNew;
  const fs = new NodeFS(folder);
  let rename: ((newFolder: string) => void) | undefined;
  const init = fs.init.bind(fs);
  fs.init = async (pglite, options) => {
    const { emscriptenOpts } = await init(pglite, {
      ...options,
      printErr: (line: string) => {
        fatalMessage.text = givingUp.exec(line)?.[1] ?? fatalMessage.text;
      },
    });
    emscriptenOpts.preRun?.push((module) => {
      const host: HostFiles = module.FS.filesystems.NODEFS;
      if (sync === 'commit') host.stream_ops.fsync = (file) => (counts ? flush(host, file) : 0);
      rename = (newFolder) => {
        const mount: { opts: { root: string } } = module.FS.lookupPath(MOUNT_POINT).node.mount;
        mount.opts.root = newFolder;
      };
    });
    return { emscriptenOpts };
  };
  return {
    fs,
    moveTo: (newFolder) => {
      if (!rename) throw new Error('The files are not in use yet.');
      rename(newFolder);
      counts = true;
    },
  };
};

/** Flushes at once: a journalled file system makes one commit of many that wait. */
const FLUSHES_AT_ONCE = 16;

const flushPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Makes everything in a folder durable, and the folder itself. */
export const syncTree = async (folder: string): Promise<void> => {
  const limit = pLimit(FLUSHES_AT_ONCE);
  const names = await readdir(folder, { recursive: true });
  await Promise.all(['.', ...names].map((name) => limit(() => flushPath(join(folder, name)))));
};

/** Makes the names in a folder durable. */
export const syncFolder = flushPath;
