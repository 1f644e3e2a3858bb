import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import pLimit from 'p-limit';
import type { EmbeddedSync } from './embedded-sync.ts';

/** An open file in PGlite's file system of host files (NODEFS of Emscripten). */
type OpenFile = {
  readonly node: unknown;
  /** The host's file descriptor; a folder has none. */
  readonly nfd?: number;
};
type HostFiles = {
  readonly realPath: (node: unknown) => string;
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
};

/** The last PANIC or FATAL message of PostgreSQL; such messages name files and never hold values. */
export type FatalMessage = { text: string | undefined };

const fatalLine = /\b(?:PANIC|FATAL):\s+(.*)/;

/** EIO in WASI's numbering. PostgreSQL panics at a failed flush, because it cannot know how much reached the disk. */
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

/** The mount point of the database files in PGlite's own file system. */
const MOUNT_POINT = '/pglite/data';

type PgliteFiles = {
  readonly fs: NodeFS;
  /** Continues with the same files after the folder was renamed; from then on they are flushed. */
  readonly moveTo: (folder: string) => void;
};

/**
 * The files of an embedded database in a folder of the host. PGlite's own file system has no `fsync`: here
 * PostgreSQL's `fsync` reaches the disk, for files and folders, so its guarantees for commits and checkpoints hold.
 *
 * @param isNew true for a new database, whose files do not count until the folder is moved to its place. Until then
 *   nothing is flushed: PostgreSQL would flush a thousand files one by one, whereas `syncTree` flushes many at a
 *   time.
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
        fatalMessage.text = fatalLine.exec(line)?.[1] ?? fatalMessage.text;
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

/** Concurrent flushes: a journalled file system commits many waiting ones together. */
const FLUSHES_AT_ONCE = 16;

const flushPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Makes a folder and everything in it durable. */
export const syncTree = async (folder: string): Promise<void> => {
  const limit = pLimit(FLUSHES_AT_ONCE);
  const names = await readdir(folder, { recursive: true });
  await Promise.all(['.', ...names].map((name) => limit(() => flushPath(join(folder, name)))));
};

/** Makes the names in a folder durable. */
export const syncFolder = flushPath;
