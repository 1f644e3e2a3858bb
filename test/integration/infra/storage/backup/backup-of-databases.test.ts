import { randomBytes } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { beginRestore } from '../../../../../infra/storage/backup/unfinished-restore.ts';
import { openFileBlobStore } from '../../../../../infra/storage/blob-store/file-blob-store.ts';
import { openPgliteDatabase } from '../../../../../infra/storage/database/pglite-database.ts';
import { createKeyRotation } from '../../../../../infra/storage/key-vault/create-key-rotation.ts';
import { createPostgresKeyVault } from '../../../../../infra/storage/key-vault/postgres-key-vault.ts';
import { openStoredInstallation } from '../../../../../infra/storage/log-copy/open-stored-installation.ts';
import {
  eventsIn,
  filesIn,
  furnished,
  newFolder,
  openRestored,
  restore,
  take,
  verify,
} from '../../../../support/backup-steps.ts';
import { databaseKinds, embedded } from '../../../../support/databases.ts';
import { collect } from '../../../../support/events.ts';
import { masterKey, runOn, sha256 } from '../../../../support/open-stored-log.ts';

// Each restore creates an embedded database: two seconds on an idle machine, many on a busy one.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

describe.each(databaseKinds)('a backup of an installation on $name', (kind) => {
  test('contains the exact log, the blobs that it names, and the keys apart', async () => {
    const source = await furnished(kind);
    const folder = await newFolder();
    const { manifest, keys, copied } = await take(source, folder);
    expect(manifest).toMatchObject({
      head: 5,
      blobs: { count: 1, missing: [] },
      checkpoints: [{ consumer: 'worker', position: 3 }],
    });
    expect(keys.keys).toMatchObject({ count: 2, erased: 0 });
    expect(copied).toMatchObject({ events: 5, blobs: 1 });
    expect(await eventsIn(folder)).toEqual((await collect(source.stored.events(0, 5))).flat());
    expect(await verify(folder)).toMatchObject({ problems: [], problemCount: 0 });
  });

  test('contains neither the master key nor any confidential text', async () => {
    const source = await furnished(kind);
    const folder = await newFolder();
    await take(source, folder);
    for (const path of await filesIn(folder)) {
      const content = await readFile(path);
      expect(content.includes(masterKey)).toBe(false);
      for (const secret of [
        masterKey.toString('hex'),
        masterKey.toString('base64'),
        'chest pain',
        'headache',
      ])
        expect(content.includes(secret)).toBe(false);
    }
  });

  test('has no key in its log part', async () => {
    const source = await furnished(kind);
    const folder = await newFolder();
    await take(source, folder);
    const [keys = []] = await collect(source.stored.wrappedKeys());
    for (const path of await filesIn(folder)) {
      const content = await readFile(path, 'utf8');
      for (const { wrappedKey } of keys)
        expect(content.includes(String(wrappedKey))).toBe(path.includes('wrapped-keys/keys-'));
    }
  });

  test('restores to an installation that resumes where it ended, and records the restore', async () => {
    const source = await furnished(kind);
    const folder = await newFolder();
    const { manifest } = await take(source, folder);
    const { dataDir } = await restore(folder);
    const restored = await openRestored(dataDir);
    expect(await collect(restored.stored.events(0, 5))).toEqual(await collect(source.stored.events(0, 5)));
    const [last] = (await collect(restored.eventStore.readAll(5))).slice(-1);
    expect(last).toMatchObject({
      type: 'BackupRestored',
      position: 6,
      data: { backupId: manifest.backupId, head: 5 },
      metadata: { actor: { id: 'cli:tester' } },
    });
    expect(await restored.checkpoints.read('worker')).toBe(3);
    expect(await restored.blobs.has(sha256('a guideline'))).toBe(true);
  });
});

test('a backup before a rotation of the master key restores with the keys from after it, and the new master key alone', async () => {
  const source = await furnished();
  const [before, folder, newKey] = [await newFolder(), await newFolder(), randomBytes(32)];
  await take(source, folder);
  await cp(folder, before, { recursive: true });

  const subjects = ['conversation:1'];
  const { database, blobs, eventStore } = source;
  const keys = await source.vault.existingKeys(subjects);
  const { keyRing } = await createPostgresKeyVault({
    database,
    masterKey: newKey,
    previousMasterKey: masterKey,
  });
  const rotation = createKeyRotation({ database, ring: keyRing, otherSecrets: [] });
  await rotation.begin();
  await rotation.wrapMore();
  await rotation.end();
  const stored = openStoredInstallation({ database, eventStore, blobs, keyRing });
  await take({ ...source, stored }, folder);

  const keysFolder = join(folder, 'wrapped-keys');
  await expect(restore(before, { keysFolder })).rejects.toThrow('The master key is not that of the backup');
  const { dataDir } = await restore(before, {
    keysFolder,
    masterKey: { configured: newKey.toString('hex') },
  });
  const restored = await openPgliteDatabase(join(dataDir, 'database'));
  onTestFinished(() => restored.close());
  const vault = await createPostgresKeyVault({ database: restored, masterKey: newKey });
  expect(await vault.existingKeys(subjects)).toEqual(keys);
  expect(keys.size).toBe(1);
});

const servers = databaseKinds.filter(({ name }) => name !== embedded.name);
describe.each(servers)('an erased person, with a restore into $name', ({ open }) => {
  test('stays erased when only a repeated restore learns of the erasure', async () => {
    const source = await furnished();
    const [old, recent] = [await newFolder(), await newFolder()];
    const { manifest } = await take(source, old);
    await source.vault.destroy('conversation:1');
    await take(source, recent);
    const { database, connectionString = '', dispose } = await open();
    onTestFinished(dispose);
    const place = { dataDir: join(await newFolder(), 'data'), databaseUrl: connectionString };
    await restore(old, { place });
    // The remains of a crash after the commit.
    await beginRestore(place.dataDir, manifest.backupId);
    await restore(old, { place, erasures: [recent] });
    const restored = await runOn({
      database,
      blobs: await openFileBlobStore(join(place.dataDir, 'blobs')),
    });
    onTestFinished(() => restored.eventStore.close());
    expect((await collect(restored.eventStore.readAll(0)))[1]?.data).toEqual({ secret: '[erased]' });
  });
});
