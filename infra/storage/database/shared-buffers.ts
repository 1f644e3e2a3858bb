import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MEGABYTE = 1024 * 1024;
/** Megabytes. An empty database uses a third of them. */
const LEAST = 32;
/** Megabytes; the default of `initdb`. */
const MOST = 128;

const filesIn = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  } catch {
    // The folder does not exist yet.
    return [];
  }
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Returns the megabytes of shared buffers for the database in this folder: its size, within bounds. PGlite fills all
 * buffers with zeros at its start, so unneeded ones would use memory too.
 */
export const sharedBuffersFor = (dataDir: string): number => {
  const bytes = filesIn(join(dataDir, 'base'))
    .map(({ parentPath, name }) => sizeOf(join(parentPath, name)))
    .reduce((sum, size) => sum + size, 0);
  return Math.min(MOST, Math.max(LEAST, Math.ceil(bytes / MEGABYTE)));
};
