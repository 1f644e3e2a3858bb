import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { openBackup, requireManifest } from '../../infra/storage/backup/open-backup.ts';
import { type RestoreOptions, restoreBackup } from '../../infra/storage/backup/restore-backup.ts';
import { type BackupSource, type BackupStart, takeBackup } from '../../infra/storage/backup/take-backup.ts';
import { verifyBackup } from '../../infra/storage/backup/verify-backup.ts';
import { openFileBlobStore } from '../../infra/storage/blob-store/file-blob-store.ts';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { silentLogger } from '../../ports/logger.ts';
import { embedded } from './databases.ts';
import { collect } from './events.ts';
import { masterKey, runOn } from './open-stored-log.ts';
import { openSampleInstallation, type SampleInstallation } from './sample-installation.ts';

/** A new folder, which is removed after the test. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** An installation to back up, for the current test. */
export const furnished = async (kind = embedded): Promise<SampleInstallation> => {
  const installation = await openSampleInstallation(kind);
  onTestFinished(installation.dispose);
  return installation;
};

export const beginOf = (source: SampleInstallation) => async (): Promise<BackupStart> => ({
  backupId: randomUUID(),
  checkpoints: await source.stored.checkpoints(),
  masterKey: await source.stored.masterKey(),
  head: await source.eventStore.head(),
  takenAt: '2026-11-22T09:00:00.000Z',
  programVersion: 'test',
});

/** Backs up an installation into a folder. */
export const take = (
  source: SampleInstallation,
  folder: string,
  more: { segmentBytes?: number; stored?: Partial<BackupSource>; keysFolder?: string } = {},
) =>
  takeBackup({ ...source.stored, ...more.stored }, beginOf(source), {
    folder,
    keysFolder: more.keysFolder ?? join(folder, 'wrapped-keys'),
    ...omitUndefined({ segmentBytes: more.segmentBytes }),
  });

export const verify = (folder: string) => verifyBackup(folder, join(folder, 'wrapped-keys'));

/** Restores a backup into a new data directory, or into another place. */
export const restore = async (folder: string, more: Partial<RestoreOptions> = {}) => {
  const dataDir = join(await newFolder(), 'data');
  const result = await restoreBackup({
    folder,
    keysFolder: join(folder, 'wrapped-keys'),
    erasures: [],
    place: { dataDir },
    masterKey: { configured: masterKey.toString('hex') },
    eraseMissing: false,
    actorId: 'cli:tester',
    logger: silentLogger,
    ...more,
  });
  return { ...result, dataDir: more.place?.dataDir ?? dataDir };
};

/** Opens the result of a restore in an embedded data directory. */
export const openRestored = async (dataDir: string) => {
  const database = await openPgliteDatabase(join(dataDir, 'database'));
  const blobs = await openFileBlobStore(join(dataDir, 'blobs'));
  const running = await runOn({ database, blobs });
  onTestFinished(async () => {
    await running.eventStore.close();
    await database.close();
  });
  return { database, blobs, ...running };
};

/** The events in a backup. */
export const eventsIn = async (folder: string): Promise<readonly StoredEvent[]> => {
  const manifest = await requireManifest(folder);
  return (await collect(openBackup(folder, manifest, folder, undefined).events(0, manifest.head))).flat();
};

/** Every file below a folder. */
export const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
