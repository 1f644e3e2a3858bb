import { existsSync, default as fs } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** An operation of a program on the files under a folder, in order. Paths are relative to the folder. */
export type DiskOperation =
  | { readonly kind: 'create'; readonly path: string }
  | { readonly kind: 'makeFolder'; readonly path: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'mark'; readonly label: string };

export type DiskRecording = {
  readonly operations: readonly DiskOperation[];
  /** Records an event at this point, such as a response to a caller. */
  readonly mark: (label: string) => void;
  readonly stop: () => void;
};

/** Records the synchronous `node:fs` calls by which the embedded database accesses its files. */
export const recordDisk = (root: string): DiskRecording => {
  const operations: DiskOperation[] = [];
  const {
    openSync,
    closeSync,
    writeSync,
    fdatasyncSync,
    fsyncSync,
    renameSync,
    unlinkSync,
    rmdirSync,
    truncateSync,
    writeFileSync,
    mkdirSync,
  } = fs;
  const real = {
    openSync,
    closeSync,
    writeSync,
    fdatasyncSync,
    fsyncSync,
    renameSync,
    unlinkSync,
    rmdirSync,
    truncateSync,
    writeFileSync,
    mkdirSync,
  };
  const opened = new Map<number, string>();
  const inside = (path: unknown): string | undefined => {
    if (typeof path !== 'string') return undefined;
    const from = relative(root, resolve(path));
    return from.startsWith('..') ? undefined : from;
  };
  const note = (operation: DiskOperation): void => void operations.push(operation);

  fs.openSync = (path, flags, mode) => {
    const name = inside(path);
    const existed = name === undefined || existsSync(path);
    const fd = real.openSync(path, flags, mode);
    if (name === undefined) return fd;
    opened.set(fd, name);
    if (!existed) note({ kind: 'create', path: name });
    else if (typeof flags === 'number' && flags & fs.constants.O_TRUNC)
      note({ kind: 'truncate', path: name, size: 0 });
    return fd;
  };
  fs.closeSync = (fd) => {
    opened.delete(fd);
    real.closeSync(fd);
  };
  // PGlite calls only this overload of `writeSync`: with a view, an offset, a length and a position.
  const write = (fd: number, view: Int8Array, offset: number, length: number, at: number): number => {
    const written = real.writeSync(fd, view, offset, length, at);
    const path = opened.get(fd);
    if (path !== undefined) {
      const bytes = Buffer.from(Buffer.from(view.buffer, view.byteOffset + offset, written));
      note({ kind: 'write', path, at, bytes });
    }
    return written;
  };
  Object.assign(fs, { writeSync: write });
  const synced = (fd: number): void => {
    const path = opened.get(fd);
    if (path !== undefined) note({ kind: 'sync', path });
  };
  fs.fdatasyncSync = (fd) => {
    real.fdatasyncSync(fd);
    synced(fd);
  };
  fs.fsyncSync = (fd) => {
    real.fsyncSync(fd);
    synced(fd);
  };
  fs.renameSync = (path, to) => {
    real.renameSync(path, to);
    const [from, target] = [inside(path), inside(to)];
    if (from !== undefined && target !== undefined) note({ kind: 'rename', path: from, to: target });
  };
  fs.unlinkSync = (path) => {
    real.unlinkSync(path);
    const name = inside(path);
    if (name !== undefined) note({ kind: 'remove', path: name });
  };
  fs.rmdirSync = (path) => {
    real.rmdirSync(path);
    const name = inside(path);
    if (name !== undefined) note({ kind: 'remove', path: name });
  };
  fs.truncateSync = (path, size) => {
    real.truncateSync(path, size);
    const name = inside(path);
    if (name !== undefined) note({ kind: 'truncate', path: name, size: size ?? 0 });
  };
  Object.assign(fs, {
    writeFileSync: (path: string, data: string, options: fs.WriteFileOptions) => {
      real.writeFileSync(path, data, options);
      const name = inside(path);
      if (name !== undefined) note({ kind: 'create', path: name });
    },
    mkdirSync: (path: string, mode: number) => {
      real.mkdirSync(path, mode);
      const name = inside(path);
      if (name !== undefined) note({ kind: 'makeFolder', path: name });
    },
  });
  syncBuiltinESMExports();
  return {
    operations,
    mark: (label) => note({ kind: 'mark', label }),
    stop: () => {
      Object.assign(fs, real);
      syncBuiltinESMExports();
    },
  };
};

/** A file on the simulated disk: its durable content, and later writes that may be lost. */
type FileState = { content: Buffer<ArrayBufferLike>; pending: { at: number; bytes: Buffer }[] };

/** Bytes that a disk writes atomically. */
const SECTOR = 4096;

const grown = (content: Buffer, size: number): Buffer =>
  size <= content.length ? content : Buffer.concat([content, Buffer.alloc(size - content.length)]);

const applied = (content: Buffer, at: number, bytes: Buffer): Buffer => {
  const whole = grown(content, at + bytes.length);
  bytes.copy(whole, at);
  return whole;
};

/** Each sector that was not flushed is written or lost, independently of the others. */
const torn = ({ content, pending }: FileState, arrives: () => boolean): Buffer => {
  // In place: nothing else uses the buffer, and segments of the write-ahead log are large.
  let result = content;
  for (const { at, bytes } of pending) {
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR));
      if (arrives()) result = applied(result, at + from, bytes.subarray(from, to));
      from = to;
    }
  }
  return result;
};

/**
 * Writes to `target` a possible state of the disk when the power fails after the first `end` operations on a copy of
 * `base`. A file has its flushed content, and any part of the later writes. Names change in order, as in a journalled
 * file system, and each flush makes the preceding changes durable; some of the last ones are lost.
 */
export const afterPowerLoss = async (
  { base, target }: { readonly base: string; readonly target: string },
  operations: readonly DiskOperation[],
  end: number,
  random: () => number,
): Promise<void> => {
  await cp(base, target, { recursive: true });
  const done = operations.slice(0, end);
  const lastSync = done.findLastIndex(({ kind }) => kind === 'sync');
  const namesCertainTo = lastSync + 1 + Math.floor(random() * (end - lastSync - 1));
  const files = new Map<string, FileState>();
  const stateOf = (path: string): FileState => {
    const known = files.get(path);
    if (known) return known;
    const place = join(base, path);
    const state = { content: existsSync(place) ? fs.readFileSync(place) : Buffer.alloc(0), pending: [] };
    files.set(path, state);
    return state;
  };
  /** Writes to a file whose rename was lost went to its old name, or nowhere. */
  const lateNames = new Map<string, string | undefined>();
  for (const [index, operation] of done.entries()) {
    const certain = index < namesCertainTo;
    if (operation.kind === 'write') {
      const path = lateNames.has(operation.path) ? lateNames.get(operation.path) : operation.path;
      if (path !== undefined) stateOf(path).pending.push(operation);
    } else if (operation.kind === 'sync') {
      const state = files.get(operation.path);
      if (state) {
        state.content = torn(state, () => true);
        state.pending = [];
      }
    } else if (operation.kind === 'mark') {
      // A response has been sent without its data on disk.
    } else if (!certain) {
      if (operation.kind === 'create') lateNames.set(operation.path, undefined);
      if (operation.kind === 'rename') lateNames.set(operation.to, operation.path);
    } else if (operation.kind === 'create') {
      files.set(operation.path, { content: Buffer.alloc(0), pending: [] });
    } else if (operation.kind === 'makeFolder') {
      await mkdir(join(target, operation.path), { recursive: true });
    } else if (operation.kind === 'remove') {
      files.delete(operation.path);
      await rm(join(target, operation.path), { recursive: true, force: true });
    } else if (operation.kind === 'truncate') {
      const state = stateOf(operation.path);
      const { size } = operation;
      const fits = ({ at, bytes }: { at: number; bytes: Buffer }) => ({
        at,
        bytes: bytes.subarray(0, Math.max(0, size - at)),
      });
      state.content = grown(state.content, size).subarray(0, size);
      state.pending = state.pending.map(fits);
    } else {
      files.set(operation.to, stateOf(operation.path));
      files.delete(operation.path);
      if (existsSync(join(target, operation.path)))
        await rename(join(target, operation.path), join(target, operation.to));
    }
  }
  for (const [path, state] of files) {
    const place = join(target, path);
    if (!existsSync(dirname(place))) continue;
    await writeFile(
      place,
      torn(state, () => random() < 0.5),
    );
  }
};
