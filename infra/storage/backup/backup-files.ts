import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PART } from './durable-file.ts';
import { MANIFEST } from './manifest.ts';

/** The layout of a backup, relative to its folder. */
export const LOG_FOLDER = 'log';
const BLOBS_FOLDER = 'blobs';
/** Not `keys`: a data directory holds its master key there. */
export const KEYS_FOLDER = 'wrapped-keys';

/** Locked by the run that is writing to the folder. */
export const LOCK = '.lock';

const padded = (position: number): string => String(position).padStart(12, '0');

/**
 * The file of a log segment. A rewritten segment gets a new name, so the old file survives until the new manifest.
 */
export const segmentFile = (first: number, last: number): string =>
  `${LOG_FOLDER}/${padded(first)}-${padded(last)}.ndjson`;
export const claimsFile = (backupId: string): string => `claims-${backupId}.ndjson`;
export const erasedFile = (backupId: string): string => `erased-${backupId}.ndjson`;
export const keysFile = (backupId: string): string => `keys-${backupId}.ndjson`;
/** The same layout as the blob store of a data directory. */
export const blobFile = (sha256: string): string => `${BLOBS_FOLDER}/${sha256.slice(0, 2)}/${sha256}`;

const ours = /^(?:\d{12,}-\d{12,}|(?:claims|erased|keys)-[0-9a-f-]{36})\.ndjson$/;

/** True for the name of a file or folder that belongs to a backup. */
export const isBackupFile = (name: string): boolean =>
  [LOG_FOLDER, BLOBS_FOLDER, KEYS_FOLDER, MANIFEST, LOCK].includes(name) ||
  ours.test(name) ||
  name.endsWith(PART);

/** True for the name of a file that belongs to a copy of the wrapped keys. */
export const isKeysFile = (name: string): boolean =>
  name === MANIFEST || /^keys-[0-9a-f-]{36}\.ndjson$/.test(name) || name.endsWith(PART);

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });

/** Removes leftovers of earlier runs: files named like ours that no manifest references. */
export const removeLeftovers = async (folder: string, needed: ReadonlySet<string>): Promise<void> => {
  for (const name of await namesIn(folder)) {
    if (needed.has(name) || !(ours.test(name) || name.endsWith(PART))) continue;
    await rm(join(folder, name), { force: true });
  }
};

/** Lists all blobs of a backup, folder by folder, without half-written ones. */
export async function* storedBlobs(
  folder: string,
): AsyncGenerator<{ sha256: string; path: string; bytes: number }> {
  const root = join(folder, BLOBS_FOLDER);
  for (const prefix of await namesIn(root)) {
    if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
    for (const name of await namesIn(join(root, prefix))) {
      if (!/^[0-9a-f]{64}$/.test(name)) continue;
      const path = join(root, prefix, name);
      yield { sha256: name, path, bytes: (await stat(path)).size };
    }
  }
}
