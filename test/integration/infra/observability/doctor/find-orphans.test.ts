import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOrphans, type OrphanServices } from '../../../../../infra/observability/doctor/find-orphans.ts';
import { openFileBlobStore } from '../../../../../infra/storage/blob-store/file-blob-store.ts';
import type { BlobStore, StoredBlob } from '../../../../../ports/blob-store.ts';
import type { StoredEvent } from '../../../../../ports/event-store.ts';

const HOUR = 3_600_000;
const never = new AbortController().signal;
const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
async function* whole(content: Uint8Array) {
  yield content;
}

/** A log that contains only blob references. */
const createLog = () => {
  const events: StoredEvent[] = [];
  const append = (data: unknown, subject?: string): void => {
    events.push({
      position: events.length + 1,
      streamId: 'document-a',
      revision: events.length,
      id: '',
      type: 'SomethingOfTomorrow',
      schemaVersion: 9,
      recordedAt: '2026-01-01T00:00:00.000Z',
      data: JSON.stringify(data),
      metadata: JSON.stringify({ subject }),
    });
  };
  const eventStore: OrphanServices['eventStore'] = {
    head: async () => events.length,
    readStored: async (after) => {
      const page = events.slice(after, after + 3);
      return { events: page, scannedTo: page.at(-1)?.position ?? events.length, head: events.length };
    },
  };
  return { append, eventStore };
};

const orphansIn = async (services: OrphanServices, grace = HOUR): Promise<readonly StoredBlob[]> =>
  (await Array.fromAsync(findOrphans(services, grace, never))).flatMap(({ orphans }) => orphans);

describe('the unreferenced blobs', () => {
  let root: string;
  let blobs: BlobStore;
  let log: ReturnType<typeof createLog>;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'anamnesis-orphans-'));
    blobs = await openFileBlobStore(root);
    log = createLog();
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const later = (milliseconds: number): OrphanServices => ({
    blobs,
    eventStore: log.eventStore,
    subjectKeyState: async (subjects) =>
      subjects.map((subject) => (subject === 'document:erased' ? 'destroyed' : 'present')),
    now: () => Date.now() + milliseconds,
  });

  it('include those named only by events about an erased document, although these remain in the log', async () => {
    const [erased, shared, kept] = await Promise.all(
      [1, 2, 3].map(async (size) => (await blobs.putBytes(randomBytes(size))).sha256),
    );
    log.append({ blob: erased }, 'document:erased');
    log.append({ blob: shared }, 'document:erased');
    log.append({ blob: shared }, 'document:other');
    log.append({ blob: kept }, 'document:other');
    expect((await orphansIn(later(2 * HOUR))).map(({ sha256 }) => sha256)).toEqual([erased]);
  });

  it('are listed once older than the grace period, wherever events name the others', async () => {
    const named: string[] = [];
    for (let size = 1; size < 12; size += 1) {
      const { sha256 } = await blobs.putBytes(randomBytes(size));
      named.push(sha256);
      log.append(size % 2 === 0 ? { chunksBlob: sha256 } : { nested: [{ blob: sha256 }] });
    }
    const orphan = await blobs.putBytes(randomBytes(100));
    log.append({ note: orphan.sha256, textHash: orphan.sha256 });
    expect(await orphansIn(later(0))).toEqual([]);
    expect(await orphansIn(later(2 * HOUR))).toMatchObject([orphan]);
    await blobs.putBytes(await blobs.get(orphan.sha256));
    expect(await orphansIn(later(0))).toEqual([]);
  });

  it('are none when the log cannot be read to its end', async () => {
    await blobs.putBytes(randomBytes(10));
    const eventStore: OrphanServices['eventStore'] = {
      head: async () => 5,
      readStored: async (after) => ({ events: [], scannedTo: after, head: 5 }),
    };
    await expect(orphansIn({ ...later(2 * HOUR), eventStore })).rejects.toThrow('up to position 0 of 5');
  });

  it('are removed during uploads of the same contents, and no referenced blob is lost', async () => {
    const contents = Array.from({ length: 6 }, () => randomBytes(40));
    const dither = async (): Promise<void> => {
      for (let turns = randomInt(12); turns > 0; turns -= 1) await new Promise(setImmediate);
    };
    // A simulated time in ticks: one passes only when nothing has been between storing and appending for longer.
    let time = 0;
    const between = new Map<number, number>();
    const keptAt = new Map<string, number>();
    const grace = 2;
    const services: OrphanServices = {
      eventStore: log.eventStore,
      subjectKeyState: async (subjects) => subjects.map(() => 'present' as const),
      now: () => time,
      blobs: {
        list: async function* (after) {
          for await (const blob of blobs.list(after))
            yield { ...blob, keptAt: keptAt.get(blob.sha256) ?? Number.POSITIVE_INFINITY };
        },
      },
    };
    let running = true;
    let removed = 0;
    const ticking = (async () => {
      while (running) {
        await new Promise(setImmediate);
        if ([...between.values()].every((since) => since >= time)) time += 1;
      }
    })();
    const collecting = [0, 1].map(async () => {
      while (running) {
        for (const orphan of await orphansIn(services, grace)) if (await blobs.remove(orphan)) removed += 1;
        await dither();
      }
    });
    const named = new Set<string>();
    const uploading = [0, 1, 2, 3].map(async (uploader) => {
      for (let round = 0; round < 120; round += 1) {
        const fresh = round % 3 === 0 ? randomBytes(40) : contents[randomInt(contents.length)];
        const content = fresh ?? randomBytes(40);
        const staged = await blobs.stage(whole(content), 40);
        between.set(uploader, time);
        keptAt.set(staged.sha256, time);
        await staged.keep();
        await dither();
        if (randomInt(3) === 0) {
          // Accepted: the last content of each round stays referenced.
          log.append({ contentHash: staged.sha256 });
          named.add(staged.sha256);
          expect(await blobs.has(staged.sha256)).toBe(true);
        } else if (randomInt(2) === 0) await staged.takeBack();
        between.delete(uploader);
        await staged.discard();
        await dither();
      }
    });
    await Promise.all(uploading);
    running = false;
    await Promise.all([ticking, ...collecting]);
    expect(removed).toBeGreaterThan(0);
    for (const sha256 of named) expect(sha256Of(await blobs.get(sha256))).toBe(sha256);
    // The remaining unreferenced content is removed when its time has come.
    time += 10;
    for (const orphan of await orphansIn(services, grace)) expect(await blobs.remove(orphan)).toBe(true);
    expect((await Array.fromAsync(blobs.list())).map(({ sha256 }) => sha256)).toEqual([...named].toSorted());
  });
});
