import { join } from 'node:path';
import type { StoredInstallation } from '../../../ports/stored-installation.ts';
import { erasedFile, keysFile, removeLeftovers } from './backup-files.ts';
import { draftFile } from './durable-file.ts';
import { type KeysManifest, type ManifestHead, writeKeysManifest } from './manifest.ts';
import { toLines } from './stored-lines.ts';
import type { WrittenPages } from './write-pages.ts';

/**
 * Copies the wrapped keys to their own folder, and the tombstones also to the folder of the log: a tombstone may be
 * stored for ever, but a key must not outlive the erasure of its person.
 */
export const writeKeys = async (
  source: Pick<StoredInstallation, 'wrappedKeys'>,
  head: ManifestHead,
  { folder, keysFolder }: { readonly folder: string; readonly keysFolder: string },
): Promise<{ readonly manifest: KeysManifest; readonly erased: WrittenPages }> => {
  const keysPath = join(keysFolder, keysFile(head.backupId));
  const erasedPath = join(folder, erasedFile(head.backupId));
  const keys = await draftFile(keysPath);
  const erased = await draftFile(erasedPath);
  try {
    let count = 0;
    let tombstones = 0;
    for await (const page of source.wrappedKeys()) {
      const destroyed = page.filter(({ wrappedKey }) => wrappedKey === null);
      count += page.length;
      tombstones += destroyed.length;
      await keys.write(toLines(page));
      if (destroyed.length > 0) await erased.write(toLines(destroyed));
    }
    const manifest: KeysManifest = {
      format: 'anamnesis-backup-keys',
      ...head,
      keys: { file: keysFile(head.backupId), ...(await keys.keep(keysPath)), count, erased: tombstones },
    };
    const written = {
      file: erasedFile(head.backupId),
      ...(await erased.keep(erasedPath)),
      count: tombstones,
    };
    await writeKeysManifest(keysFolder, manifest);
    // Removes the previous copy: the key of a person erased since must not remain.
    await removeLeftovers(keysFolder, new Set([manifest.keys.file]));
    return { manifest, erased: written };
  } finally {
    await keys.discard();
    await erased.discard();
  }
};
