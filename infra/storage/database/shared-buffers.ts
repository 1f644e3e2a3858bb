import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MEGABYTE = 1024 * 1024;
/** Megabytes. Of an empty database two thirds stay unused. */
const LEAST = 32;
/** Megabytes, as `initdb` sets it. */
const MOST = 128;

const filesIn = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  } catch {
    // None yet.
    return [];
  }
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Megabytes in which PostgreSQL keeps pages of the database in this folder: as many as it has, within bounds. PGlite
 * fills all of it with zeros at its start, so that unneeded buffers would take memory as well.
 */
export const sharedBuffersFor = (dataDir: string): number => {
  const bytes = filesIn(join(dataDir, 'base'))
    .map(({ parentPath, name }) => sizeOf(join(parentPath, name)))
    .reduce((sum, size) => sum + size, 0);
  return Math.min(MOST, Math.max(LEAST, Math.ceil(bytes / MEGABYTE)));
};
