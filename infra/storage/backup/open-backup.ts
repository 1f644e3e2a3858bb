import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Position } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import {
  areOfOneInstallation,
  type StoredInstallation,
  type WrappedKey,
} from '../../../ports/stored-installation.ts';
import { blobFile } from './backup-files.ts';
import { damagedBackup, misnamedBackup, unsuitableBackup } from './backup-problem.ts';
import type { WrittenFile } from './durable-file.ts';
import { type KeysManifest, MANIFEST, type Manifest, readKeysManifest, readManifest } from './manifest.ts';
import { requireFile } from './require-file.ts';
import { fromLines, storedClaimSchema, storedEventSchema, wrappedKeySchema } from './stored-lines.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Reads a file of a backup, and checks size and hash at its end. Fails early when the file is longer than written.
 */
export async function* readWritten(path: string, { bytes, sha256 }: WrittenFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let read = 0;
  try {
    await requireFile(path);
    for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const content: Uint8Array = piece;
      hash.update(content);
      read += content.byteLength;
      if (read > bytes) throw damagedBackup(`${path} is damaged: it has more than ${bytes} bytes.`);
      yield content;
    }
  } catch (error) {
    throw isMissing(error) ? damagedBackup(`${path} is missing.`) : error;
  }
  if (read !== bytes) throw damagedBackup(`${path} is damaged: it has ${read} bytes instead of ${bytes}.`);
  if (hash.digest('hex') !== sha256)
    throw damagedBackup(`${path} is damaged: its content does not match the SHA-256 in the manifest.`);
}

/** Reads the items in a file of a backup, in pages. */
export async function* readItems<Schema extends z.ZodType>(
  path: string,
  written: WrittenFile,
  schema: Schema,
): AsyncGenerator<readonly z.output<Schema>[]> {
  try {
    yield* fromLines(readWritten(path, written), schema);
  } catch (error) {
    if (error instanceof RangeError) throw damagedBackup(`${path} is damaged. ${error.message}`);
    throw error;
  }
}

async function* readEvents(
  folder: string,
  { log }: Manifest,
  after: Position,
  to: Position,
): AsyncGenerator<readonly StoredEvent[]> {
  for (const segment of log.segments) {
    if (segment.last <= after || segment.first > to) continue;
    for await (const page of readItems(join(folder, segment.file), segment, storedEventSchema)) {
      const wanted = page.filter(({ position }) => position > after && position <= to);
      if (wanted.length > 0) yield wanted;
    }
  }
}

async function* readBlob(folder: string, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(join(folder, blobFile(sha256)));
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Failure(
      failure('not_found', `The file ${sha256} is missing from the backup.`, { component: 'backup' }),
    );
  }
}

/**
 * Reads the manifest of a backup.
 *
 * @throws Failure when the folder holds no usable backup
 */
export const requireManifest = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
      throw misnamedBackup(`${folder} holds no backup: it is a file, or inside one.`);
    throw error;
  });
  if (manifest) return manifest;
  if (!existsSync(folder)) throw misnamedBackup(`${folder} holds no backup: there is no such folder.`);
  throw misnamedBackup(
    `${folder} holds no backup: ${MANIFEST} is not there. A backup that was interrupted has none; take it again.`,
  );
};

/** The manifest of the keys that belong to a backup; undefined when the folder holds none. */
export const findKeys = async (
  keysFolder: string,
  { masterKey }: Manifest,
): Promise<KeysManifest | undefined> => {
  const keys = await readKeysManifest(keysFolder);
  if (keys && !areOfOneInstallation(keys.masterKey, masterKey))
    throw unsuitableBackup(`The keys in ${keysFolder} belong to another installation than the backup.`);
  return keys;
};

/** The tombstones that a backup holds with its log. */
export const readErased = (folder: string, { erased }: Manifest): AsyncGenerator<readonly WrappedKey[]> =>
  readItems(join(folder, erased.file), erased, wrappedKeySchema);

async function* readKeys(keysFolder: string, keys: KeysManifest | undefined) {
  if (keys) yield* readItems(join(keysFolder, keys.keys.file), keys.keys, wrappedKeySchema);
}

/** Presents a backup as the installation that it was taken from. */
export const openBackup = (
  folder: string,
  manifest: Manifest,
  keysFolder: string,
  keys: KeysManifest | undefined,
): StoredInstallation => ({
  events: (after, to) => readEvents(folder, manifest, after, to),
  blob: (sha256) => readBlob(folder, sha256),
  checkpoints: async () => manifest.checkpoints,
  claims: () => readItems(join(folder, manifest.claims.file), manifest.claims, storedClaimSchema),
  wrappedKeys: () => readKeys(keysFolder, keys),
  // The keys may have been copied later, under a later master key.
  masterKey: async () => (keys ?? manifest).masterKey,
});
