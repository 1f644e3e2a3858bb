import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';
import { writeChecked } from '../../infra/storage/backup/checksum.ts';
import { lockBackupFolder } from '../../infra/storage/backup/lock-backup-folder.ts';
import { readManifest } from '../../infra/storage/backup/manifest.ts';
import { requireManifest } from '../../infra/storage/backup/open-backup.ts';
import { restoreBackup } from '../../infra/storage/backup/restore-backup.ts';
import { type BackupSource, takeBackup } from '../../infra/storage/backup/take-backup.ts';
import { refuseUnfinishedRestore } from '../../infra/storage/backup/unfinished-restore.ts';
import { verifyBackup } from '../../infra/storage/backup/verify-backup.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { silentLogger } from '../../ports/logger.ts';
import {
  beginOf,
  eventsIn,
  filesIn,
  furnished,
  newFolder,
  openRestored,
  restore,
  take,
  verify,
} from '../support/backup-steps.ts';
import { collect, note } from '../support/events.ts';
import { masterKey, sha256 } from '../support/open-stored-log.ts';
import { uuidOf } from '../support/recorded-history.ts';
import { subjectErased } from '../support/sample-events.ts';
import { eventReferencing } from '../support/sample-installation.ts';

// Each restore creates an embedded database: two seconds on an idle machine, many on a busy one.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const flipBit = async (path: string): Promise<void> => {
  const content = await readFile(path);
  const at = Math.floor(content.length / 2);
  content.writeUInt8(content.readUInt8(at) ^ 1, at);
  await writeFile(path, content);
};

describe('a further backup into the same folder', () => {
  test('copies only new data, and the last log segment if that was not full', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await take(source, folder, { segmentBytes: 1000 });
    const before = await requireManifest(folder);
    expect(before.log.segments.length).toBeGreaterThan(1);
    await source.blobs.putBytes(Buffer.from('another guideline'));
    await source.eventStore.append('indexing-2', [eventReferencing('another guideline')], 'no-stream');
    const asked: number[] = [];
    const { copied } = await take(source, folder, {
      segmentBytes: 1000,
      stored: {
        events: (after, to) => {
          asked.push(after);
          return source.stored.events(after, to);
        },
      },
    });
    const after = await requireManifest(folder);
    expect(after.head).toBe(6);
    expect(copied.blobs).toBe(1);
    const full = before.log.segments.filter(({ bytes }) => bytes >= 1000);
    expect(after.log.segments.slice(0, full.length)).toEqual(full);
    expect(asked).toEqual([4, full.at(-1)?.last ?? 0]);
    expect(await verify(folder)).toMatchObject({ problemCount: 0 });
    expect(await eventsIn(folder)).toHaveLength(6);
    // No file of the previous backup is left that is not part of this one.
    expect(await readdir(join(folder, 'log'))).toEqual(after.log.segments.map(({ file }) => file.slice(4)));
    expect((await readdir(folder)).filter((name) => name.endsWith('.ndjson'))).toHaveLength(2);
  });

  test('drops the key of a person erased since', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await take(source, folder);
    const [keys = []] = await collect(source.stored.wrappedKeys());
    await source.vault.destroy('conversation:1');
    await take(source, folder);
    const [left = []] = await collect(source.stored.wrappedKeys());
    const gone = keys.filter(
      ({ subjectHash }) => left.find((key) => key.subjectHash === subjectHash)?.wrappedKey === null,
    );
    expect(gone).toHaveLength(1);
    for (const path of await filesIn(folder))
      expect((await readFile(path, 'utf8')).includes(String(gone[0]?.wrappedKey))).toBe(false);
  });

  test('leaves the previous backup intact wherever it fails', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await take(source, folder, { segmentBytes: 1000 });
    const before = await requireManifest(folder);
    await source.blobs.putBytes(Buffer.from('another guideline'));
    await source.eventStore.append('indexing-2', [eventReferencing('another guideline')], 'no-stream');
    const breaking: Partial<BackupSource>[] = [
      {
        events: async function* (after, to) {
          if (after === before.head - 1) yield* source.stored.events(after, to);
          else for await (const page of source.stored.events(after, to)) yield page.slice(0, 1);
        },
      },
      {
        blob: async function* () {
          yield Buffer.from('half of');
          throw new Error('The connection broke.');
        },
      },
      {
        // biome-ignore lint/correctness/useYield: the line breaks before anything comes
        claims: async function* () {
          throw new Error('The connection broke.');
        },
      },
      {
        wrappedKeys: async function* () {
          for await (const page of source.stored.wrappedKeys()) yield page.slice(0, 1);
          throw new Error('The connection broke.');
        },
      },
    ];
    for (const stored of breaking) {
      await expect(take(source, folder, { segmentBytes: 1000, stored })).rejects.toThrow();
      expect(await readManifest(folder)).toEqual(before);
      expect(await verify(folder)).toMatchObject({ problemCount: 0, manifest: { head: 5 } });
    }
    await take(source, folder, { segmentBytes: 1000 });
    expect(await verify(folder)).toMatchObject({ problemCount: 0, manifest: { head: 6 } });
    expect((await filesIn(folder)).filter((path) => path.endsWith('.part'))).toEqual([]);
  });

  test('is refused for another installation, a data directory, and during another run', async () => {
    const [source, other] = [await furnished(), await furnished()];
    const folder = await newFolder();
    await take(source, folder);
    await expect(take(other, folder)).rejects.toThrow('another installation');
    expect(await verify(folder)).toMatchObject({ problemCount: 0 });

    const dataDir = await newFolder();
    await mkdir(join(dataDir, 'keys'));
    await mkdir(join(dataDir, 'blobs'));
    await expect(take(source, dataDir)).rejects.toThrow('belongs to no backup (keys)');

    await using _lock = await lockBackupFolder(folder);
    await expect(take(source, folder)).rejects.toThrow('Another backup is being taken');
  });

  test('is refused after the installation was reset to an earlier state', async () => {
    const source = await furnished();
    const [early, late] = [await newFolder(), await newFolder()];
    await take(source, early);
    await source.eventStore.append('document-1', [note('later')], 1);
    await source.eventStore.append('document-1', [note('later still')], 2);
    await take(source, late);
    const { dataDir } = await restore(early);
    const restored = { ...source, ...(await openRestored(dataDir)) };
    await expect(take(restored, late)).rejects.toThrow('of a later state of this one');
    await take(restored, early);
    expect(await verify(early)).toMatchObject({ problemCount: 0, manifest: { head: 6 } });
  });
});

describe('a folder for the keys', () => {
  test('is refused when it belongs to this backup or another one, which stay intact', async () => {
    const source = await furnished();
    const [folder, other] = [await newFolder(), await newFolder()];
    await take(source, folder);
    await take(source, other);
    await expect(take(source, folder, { keysFolder: folder })).rejects.toThrow('folder of the backup itself');
    await expect(take(source, folder, { keysFolder: other })).rejects.toThrow('holds something else');
    expect(await verify(folder)).toMatchObject({ problemCount: 0 });
    expect(await verify(other)).toMatchObject({ problemCount: 0 });
  });

  test('is refused when it is a file, or holds other data, and receives nothing', async () => {
    const source = await furnished();
    const [folder, keysFolder] = [await newFolder(), await newFolder()];
    const file = join(keysFolder, 'master.key');
    await writeFile(file, 'mine');
    await expect(take(source, folder, { keysFolder: file })).rejects.toThrow('is a file');
    await expect(take(source, folder, { keysFolder })).rejects.toThrow('holds something else (master.key)');
    expect(await readdir(keysFolder)).toEqual(['master.key']);
  });

  test('is refused when it holds the keys of another installation, which stay', async () => {
    const [source, other] = [await furnished(), await furnished()];
    const [folder, foreign, keysFolder] = [await newFolder(), await newFolder(), await newFolder()];
    await take(other, foreign, { keysFolder });
    await expect(take(source, folder, { keysFolder })).rejects.toThrow('keys of another installation');
    expect((await verifyBackup(foreign, keysFolder)).keys).toBeDefined();
  });
});

describe('the state in a backup besides the log', () => {
  test('omits an answer to a command after the end of the log, and keeps the command’s id', async () => {
    const source = await furnished();
    const folder = await newFolder();
    const late = { actorId: 'a', command: 'AskQuery', key: 'late' };
    const commandId = randomUUID();
    await source.idempotency.claim(late, 'input', commandId);
    await source.idempotency.complete(late, JSON.stringify({ outcome: { position: 6 } }));
    await take(source, folder);
    const restored = await openRestored((await restore(folder)).dataDir);
    expect(await restored.idempotency.claim(source.scope, 'input', randomUUID())).toEqual({
      outcome: 'answered',
      answer: source.answer,
    });
    expect(await restored.idempotency.claim(late, 'input', randomUUID())).toEqual({
      outcome: 'claimed',
      commandId,
      repeated: true,
    });
  });

  test('names lost blobs, and includes them once they are found', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await source.eventStore.append('indexing-3', [eventReferencing('a lost file')], 'no-stream');
    const { manifest } = await take(source, folder);
    expect(manifest.blobs.missing).toEqual([sha256('a lost file')]);
    expect(await verify(folder)).toMatchObject({ problemCount: 0 });
    expect((await restore(folder)).lostBlobs).toBe(1);
    await source.blobs.putBytes(Buffer.from('a lost file'));
    expect((await take(source, folder)).manifest.blobs.missing).toEqual([]);
    expect(await verify(folder)).toMatchObject({ problemCount: 0, manifest: { blobs: { count: 2 } } });
  });

  test('counts no blob of an erased document as lost, in the first run or a later one', async () => {
    const source = await furnished();
    const folder = await newFolder();
    const { metadata, ...event } = eventReferencing('a letter');
    const about = { ...metadata, subject: 'document:letter' };
    await source.eventStore.append('indexing-3', [{ ...event, metadata: about }], 'no-stream');
    const { event: erased } = subjectErased(uuidOf(21), 'document:letter');
    const id = createIdentitySource().newId();
    await source.eventStore.append('subject-1', [{ ...erased, id, metadata }], 'no-stream');
    const { manifest } = await take(source, folder);
    expect(manifest.blobs).toMatchObject({ missing: [], erased: [sha256('a letter')] });
    expect((await take(source, folder)).manifest.blobs).toMatchObject({
      missing: [],
      erased: [sha256('a letter')],
    });
    expect(await verify(folder)).toMatchObject({ problemCount: 0 });
    expect((await restore(folder)).lostBlobs).toBe(0);
  });

  test('is completed again after files of the previous backup were removed', async () => {
    const source = await furnished();
    const folder = await newFolder();
    const { manifest } = await take(source, folder, { segmentBytes: 1 });
    const second = join(folder, manifest.log.segments[1]?.file ?? '');
    const blob = (await filesIn(folder)).find((path) => path.includes('blobs')) ?? '';
    for (const harm of [() => rm(second), () => writeFile(second, ''), () => rm(blob)]) {
      await harm();
      expect((await verify(folder)).problemCount).toBeGreaterThan(0);
      await take(source, folder, { segmentBytes: 1 });
      expect(await verify(folder)).toMatchObject({ problemCount: 0 });
    }
  });

  test('needs the memory of one page, however long the log is', async () => {
    const event = (position: number): StoredEvent => ({
      position,
      streamId: `document-${position}`,
      revision: 0,
      id: `01a2029f-a307-74a1-a77a-${String(position).padStart(12, '0')}`,
      type: 'Noted',
      schemaVersion: 1,
      recordedAt: '2026-11-22T09:00:00.000Z',
      data: JSON.stringify({ text: `${position}`.padEnd(1000, 'x') }),
      metadata: '{}',
    });
    const head = 250_000;
    const source = await furnished();
    const used = (): number => {
      const { heapUsed, external, arrayBuffers } = process.memoryUsage();
      return heapUsed + external + arrayBuffers;
    };
    const before = used();
    let most = 0;
    const folder = await newFolder();
    const { manifest } = await takeBackup(
      {
        ...source.stored,
        events: async function* (after, to) {
          for (let from = after; from < to; from += 1000) {
            most = Math.max(most, used() - before);
            yield Array.from({ length: Math.min(1000, to - from) }, (_, index) => event(from + index + 1));
          }
        },
      },
      async () => ({ ...(await beginOf(source)()), head }),
      { folder, keysFolder: join(folder, 'wrapped-keys') },
    );
    expect(manifest.log.bytes).toBeGreaterThan(280_000_000);
    await verifyBackup(folder, folder, () => {
      most = Math.max(most, used() - before);
    });
    // Half of it: uncollected garbage is far below, and the whole log far above.
    expect(most).toBeLessThan(150_000_000);
  });
});

describe('an altered backup', () => {
  test('is detected whichever file has a flipped bit, and is not restored', async () => {
    const source = await furnished();
    await source.vault.destroy('conversation:2');
    const folder = await newFolder();
    await take(source, folder, { segmentBytes: 1000 });
    const files = (await filesIn(folder)).filter((path) => !path.endsWith('.lock'));
    // Manifest, log, blob, claims, tombstones; manifest of the keys, keys.
    expect(files.length).toBeGreaterThanOrEqual(8);
    for (const path of files) {
      const spoilt = join(await newFolder(), 'spoilt');
      await cp(folder, spoilt, { recursive: true });
      const file = path.replace(folder, spoilt);
      await flipBit(file);
      const outcome = await verify(spoilt).then(
        ({ problems }) => problems,
        (error: unknown) => [error instanceof Error ? error.message : ''],
      );
      expect(outcome).toHaveLength(1);
      expect(outcome[0]).toContain(`${file} is damaged`);
      await expect(restore(spoilt)).rejects.toThrow(`${file} is damaged`);
    }
  });

  test('is detected by a missing or truncated file', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await take(source, folder);
    for (const path of (await filesIn(folder)).filter(
      (name) => name.endsWith('.ndjson') || name.includes('blobs'),
    )) {
      const spoilt = join(await newFolder(), 'spoilt');
      await cp(folder, spoilt, { recursive: true });
      const file = path.replace(folder, spoilt);
      const content = await readFile(file);
      if (content.length > 0) {
        await writeFile(file, content.subarray(0, -1));
        expect((await verify(spoilt)).problems.join('\n')).toContain(file);
      }
      await rm(file);
      expect((await verify(spoilt)).problems.join('\n')).toContain(`${file} is missing`);
    }
  });

  test('is detected by a missing position in the log, even when every hash matches', async () => {
    const source = await furnished();
    const folder = await newFolder();
    const { manifest } = await take(source, folder, { segmentBytes: 1 });
    const { format: _, ...rest } = manifest;
    const segments = manifest.log.segments.filter(({ first }) => first !== 3);
    await writeChecked(join(folder, 'manifest.json'), {
      format: 'anamnesis-backup',
      ...rest,
      log: { ...manifest.log, segments },
    });
    expect((await verify(folder)).problems).toEqual([
      expect.stringContaining('begins with position 4 instead of 3'),
    ]);
  });

  test('is detected by an endless source in place of a file', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await take(source, folder);
    for (const file of await filesIn(folder)) {
      if (!/ndjson$|manifest|blobs/.test(file)) continue;
      const spoilt = join(await newFolder(), 'spoilt');
      await cp(folder, spoilt, { recursive: true });
      const path = file.replace(folder, spoilt);
      for (const plant of [() => symlink('/dev/zero', path), () => promisify(execFile)('mkfifo', [path])]) {
        await rm(path);
        await plant();
        const outcome = await verify(spoilt).then(
          ({ problems }) => problems,
          (error: unknown) => [error instanceof Error ? error.message : ''],
        );
        expect(outcome).toEqual([`${path} is damaged: it is not a file.`]);
      }
    }
  });

  test('is refused when a newer version wrote it, and when it is not a backup', async () => {
    const source = await furnished();
    const folder = await newFolder();
    const { manifest } = await take(source, folder);
    await writeChecked(join(folder, 'manifest.json'), { ...manifest, formatVersion: 2, news: true });
    await expect(verify(folder)).rejects.toThrow(
      'newer version of the program (format 2; this one reads up to 1)',
    );
    await writeChecked(join(folder, 'manifest.json'), { format: 'holiday-pictures', formatVersion: 1 });
    await expect(verify(folder)).rejects.toThrow('is not the manifest of a backup');
    await rm(join(folder, 'manifest.json'));
    await expect(verify(folder)).rejects.toThrow('holds no backup');
  });
});

describe('an erased person', () => {
  test('stays erased when an older backup is restored with the erasures of a newer one', async () => {
    const source = await furnished();
    const [old, recent] = [await newFolder(), await newFolder()];
    await take(source, old);
    await source.vault.destroy('conversation:1');
    await take(source, recent);

    const careless = await openRestored((await restore(old)).dataDir);
    expect((await collect(careless.eventStore.readAll(0)))[1]?.data).toEqual({ secret: 'chest pain' });

    const restored = await openRestored((await restore(old, { erasures: [recent] })).dataDir);
    const events = await collect(restored.eventStore.readAll(0));
    expect(events[1]?.data).toEqual({ secret: '[erased]' });
    expect(events[2]?.data).toEqual({ secret: 'headache' });
    expect((await restored.vault.keysFor(['conversation:1'])).get('conversation:1')).toBeUndefined();
  });

  test('stays erased when the keys are older than the log', async () => {
    const source = await furnished();
    const [old, recent] = [await newFolder(), await newFolder()];
    await take(source, old);
    await source.vault.destroy('conversation:1');
    await take(source, recent);
    const { dataDir } = await restore(recent, { keysFolder: join(old, 'wrapped-keys') });
    const restored = await openRestored(dataDir);
    expect((await collect(restored.eventStore.readAll(0)))[1]?.data).toEqual({ secret: '[erased]' });
  });

  test('is everyone in a restore without keys, which has to be requested', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await take(source, folder);
    await rm(join(folder, 'wrapped-keys'), { recursive: true });
    expect(await verify(folder)).toMatchObject({ problemCount: 0 });
    await expect(restore(folder)).rejects.toThrow('no copy of the wrapped keys');
    const { dataDir, filled } = await restore(folder, { eraseMissing: true });
    expect(filled?.erasedSubjects).toBe(2);
    const restored = await openRestored(dataDir);
    expect((await collect(restored.eventStore.readAll(0)))[2]?.data).toEqual({ secret: '[erased]' });
  });
});

describe('a restore', () => {
  test('is refused with another master key, without one, and with keys of another installation', async () => {
    const [source, other] = [await furnished(), await furnished()];
    const [folder, foreign] = [await newFolder(), await newFolder()];
    const { manifest } = await take(source, folder);
    await take(other, foreign);
    const { fingerprint } = manifest.masterKey;
    await expect(restore(folder, { masterKey: { configured: 'ab'.repeat(32) } })).rejects.toThrow(
      `and should be ${fingerprint}`,
    );
    const place = { dataDir: join(await newFolder(), 'data') };
    await expect(
      restoreBackup({
        folder,
        keysFolder: join(folder, 'wrapped-keys'),
        erasures: [],
        place,
        eraseMissing: false,
        actorId: 'cli:tester',
        logger: silentLogger,
      }),
    ).rejects.toThrow(`Its fingerprint is ${fingerprint}`);
    await expect(restore(folder, { keysFolder: join(foreign, 'wrapped-keys') })).rejects.toThrow(
      'belong to another installation',
    );
    await expect(restore(folder, { erasures: [foreign] })).rejects.toThrow('of another installation');
  });

  test('with a wrong master key keeps the existing one, and creates none', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await take(source, folder);
    const [dataDir, empty] = [await newFolder(), await newFolder()];
    const [file, noKey] = [join(await newFolder(), 'other.key'), join(await newFolder(), 'no.key')];
    await writeFile(file, 'ab'.repeat(32));
    await writeFile(noKey, 'nothing');
    await mkdir(join(dataDir, 'keys'));
    await writeFile(join(dataDir, 'keys', 'master.key'), 'cd'.repeat(32));
    const fails = (dataDir: string, file: string) =>
      expect(restore(folder, { place: { dataDir }, masterKey: { file } })).rejects;
    await fails(dataDir, file).toThrow('is not that of the backup');
    await fails(empty, file).toThrow('is not that of the backup');
    await fails(empty, noKey).toThrow(`${noKey} holds no master key`);
    const right = join(await newFolder(), 'right.key');
    await writeFile(right, masterKey.toString('hex'));
    await fails(dataDir, right).toThrow('holds another master key');
    expect(await readFile(join(dataDir, 'keys', 'master.key'), 'utf8')).toBe('cd'.repeat(32));
    expect(await readdir(empty)).toEqual([]);
  });

  test('is refused into a place that is not empty, which stays unchanged', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await take(source, folder);
    const dataDir = await newFolder();
    await writeFile(join(dataDir, 'notes.txt'), 'mine');
    await expect(restore(folder, { place: { dataDir } })).rejects.toThrow('is not empty (notes.txt)');
    expect(await readdir(dataDir)).toEqual(['notes.txt']);
    const place = { dataDir: (await restore(folder)).dataDir };
    await expect(restore(folder, { place })).rejects.toThrow('is not empty');
  });

  test('that failed midway keeps a server from starting, and can be repeated', async () => {
    const source = await furnished();
    const folder = await newFolder();
    await take(source, folder);
    const place = { dataDir: join(await newFolder(), 'data') };
    const brokenOff = restore(folder, {
      place,
      onProgress: ({ phase }) => {
        if (phase === 'comparing') throw new Error('Broken off.');
      },
    });
    await expect(brokenOff).rejects.toThrow('Broken off.');
    await expect(refuseUnfinishedRestore(place.dataDir)).rejects.toThrow('has not finished');
    await restore(folder, { place });
    await refuseUnfinishedRestore(place.dataDir);
    const restored = await openRestored(place.dataDir);
    expect(await restored.eventStore.head()).toBe(6);
  });
});
