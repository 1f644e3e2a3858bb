import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../ports/blob-store.ts';

type BlobStoreHarness = {
  readonly store: BlobStore;
  /** The names of all partially written files. */
  readonly leftovers: () => Promise<readonly string[]>;
  readonly dispose: () => Promise<void>;
};

async function* parts(...all: Uint8Array[]) {
  yield* all;
}
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The contract of `ports/blob-store.ts`. */
export const describeBlobStore = (
  name: string,
  open: () => Promise<BlobStoreHarness>,
  /** How many times writers race removers; fewer when each race costs requests to a server. */
  { meetings = 80 }: { readonly meetings?: number } = {},
): void => {
  describe(`the blob store on ${name}`, () => {
    let harness: BlobStoreHarness;
    let store: BlobStore;
    beforeEach(async () => {
      harness = await open();
      store = harness.store;
    });
    afterEach(() => harness.dispose());

    it('returns the same bytes under their SHA-256', async () => {
      const content = randomBytes(300_000);
      const reference = await store.put(parts(content.subarray(0, 1000), content.subarray(1000)), 1_000_000);
      expect(reference).toEqual({ sha256: sha256(content), size: content.length });
      expect(Buffer.compare(Buffer.from(await store.get(reference.sha256)), content)).toBe(0);
      expect(await store.has(reference.sha256)).toBe(true);
    });

    it('stores the same bytes once, even when they arrive concurrently', async () => {
      const content = randomBytes(10_000);
      const references = await Promise.all(
        Array.from({ length: 8 }, () => store.put(parts(content), 10_000)),
      );
      expect(new Set(references.map((reference) => reference.sha256)).size).toBe(1);
      expect(await store.putBytes(content)).toEqual(references[0]);
      expect(await harness.leftovers()).toEqual([]);
    });

    it('stores nothing of content over the limit, and stops reading it', async () => {
      let read = 0;
      async function* endless() {
        for (;;) {
          read += 1;
          yield new Uint8Array(1000);
        }
      }
      await expect(store.put(endless(), 5_000)).rejects.toMatchObject({
        reason: { code: 'payload_too_large' },
      });
      expect(read).toBe(6);
      expect(await harness.leftovers()).toEqual([]);
    });

    it('stores nothing when the source fails midway', async () => {
      async function* broken() {
        yield new Uint8Array(10);
        throw new Error('connection lost');
      }
      await expect(store.put(broken(), 1000)).rejects.toThrow('connection lost');
      expect(await harness.leftovers()).toEqual([]);
    });

    it('stores an empty blob', async () => {
      const reference = await store.put(parts(), 10);
      expect(reference).toEqual({ sha256: sha256(new Uint8Array()), size: 0 });
      expect((await store.get(reference.sha256)).byteLength).toBe(0);
    });

    it('hides staged content until it is kept', async () => {
      const content = randomBytes(10_000);
      const staged = await store.stage(parts(content), 10_000);
      expect(staged).toMatchObject({ sha256: sha256(content), size: content.length });
      expect(await store.has(staged.sha256)).toBe(false);
      await staged.keep();
      await staged.keep();
      await staged.discard();
      expect(Buffer.compare(Buffer.from(await store.get(staged.sha256)), content)).toBe(0);
      expect(await harness.leftovers()).toEqual([]);
    });

    it('leaves nothing of discarded content, and spares content that another writer keeps', async () => {
      const content = randomBytes(10_000);
      const [refused, accepted] = await Promise.all([
        store.stage(parts(content), 10_000),
        store.stage(parts(content), 10_000),
      ]);
      await Promise.all([refused.discard(), accepted.keep()]);
      expect(await store.has(accepted.sha256)).toBe(true);
      const later = await store.stage(parts(content), 10_000);
      await later.discard();
      await accepted.discard();
      expect(Buffer.compare(Buffer.from(await store.get(accepted.sha256)), content)).toBe(0);
      expect(await harness.leftovers()).toEqual([]);

      const unwanted = await store.stage(parts(randomBytes(10)), 10);
      await unwanted.discard();
      expect(await store.has(unwanted.sha256)).toBe(false);
      await expect(store.stage(parts(content), 9_999)).rejects.toMatchObject({
        reason: { code: 'payload_too_large' },
      });
      expect(await harness.leftovers()).toEqual([]);
    });

    it('returns a blob or a range of it in pieces, also to a reader who leaves early', async () => {
      const content = randomBytes(300_000);
      const { sha256: address } = await store.putBytes(content);
      const pieces = await Array.fromAsync(store.read(address));
      expect(pieces.length).toBeGreaterThan(1);
      expect(Math.max(...pieces.map((piece) => piece.byteLength))).toBeLessThanOrEqual(65_536);
      expect(Buffer.compare(Buffer.concat(pieces), content)).toBe(0);
      const stretch = Buffer.concat(
        await Array.fromAsync(store.read(address, { start: 70_000, end: 200_000 })),
      );
      expect(Buffer.compare(stretch, content.subarray(70_000, 200_001))).toBe(0);
      for await (const piece of store.read(address)) {
        expect(Buffer.compare(Buffer.from(piece), content.subarray(0, piece.byteLength))).toBe(0);
        break;
      }
      const empty = await store.putBytes(new Uint8Array());
      expect(await Array.fromAsync(store.read(empty.sha256))).toEqual([]);
    });

    it('takes back content that was kept in vain, repeatedly', async () => {
      const content = randomBytes(10_000);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const staged = await store.stage(parts(content), 10_000);
        await staged.keep();
        await staged.keep();
        expect(await store.has(staged.sha256)).toBe(true);
        await staged.takeBack();
        await staged.takeBack();
        await staged.discard();
        expect(await store.has(staged.sha256)).toBe(false);
      }
      expect(await harness.leftovers()).toEqual([]);
    });

    it('does not take back content that existed before or was kept or stored since', async () => {
      const content = randomBytes(10_000);
      const first = await store.stage(parts(content), 10_000);
      await first.keep();
      const second = await store.stage(parts(content), 10_000);
      await second.keep();
      await second.takeBack();
      expect(await store.has(first.sha256)).toBe(true);
      await first.takeBack();
      expect(await store.has(first.sha256)).toBe(true);
      await Promise.all([first.discard(), second.discard()]);

      const other = await store.stage(parts(randomBytes(10)), 10);
      await other.keep();
      await store.putBytes(await store.get(other.sha256));
      await other.takeBack();
      await other.discard();
      expect(await store.has(other.sha256)).toBe(true);
    });

    it('keeps a staged file again after it was removed', async () => {
      const staged = await store.stage(parts(randomBytes(100)), 100);
      await staged.keep();
      for await (const blob of store.list()) expect(await store.remove(blob)).toBe(true);
      expect(await store.has(staged.sha256)).toBe(false);
      await staged.keep();
      expect(await store.has(staged.sha256)).toBe(true);
      await staged.discard();
      expect((await store.get(staged.sha256)).byteLength).toBe(100);
    });

    it('lists all blobs in address order with size and age, optionally after a given one', async () => {
      const started = Date.now();
      const stored: string[] = [];
      for (let size = 0; size < 20; size += 1) stored.push((await store.putBytes(randomBytes(size))).sha256);
      const listed = await Array.fromAsync(store.list());
      expect(listed.map((blob) => blob.sha256)).toEqual(stored.toSorted());
      expect(listed.find((blob) => blob.sha256 === stored[7])?.size).toBe(7);
      for (const { keptAt } of listed) expect(Math.abs(keptAt - started)).toBeLessThan(60_000);
      const from = listed[9]?.sha256 ?? '';
      expect((await Array.fromAsync(store.list(from))).map((blob) => blob.sha256)).toEqual(
        stored.toSorted().slice(10),
      );
    });

    it('removes a listed blob unless it was kept or stored again since', async () => {
      const content = randomBytes(1000);
      const { sha256: address } = await store.putBytes(content);
      const [listed] = await Array.fromAsync(store.list());
      if (!listed) throw new Error('There is one.');
      await store.putBytes(content);
      expect(await store.remove(listed)).toBe(false);
      expect(await store.has(address)).toBe(true);
      const staged = await store.stage(parts(content), 1000);
      const [again] = await Array.fromAsync(store.list());
      if (!again) throw new Error('There is one.');
      await staged.keep();
      await staged.discard();
      expect(await store.remove(again)).toBe(false);
      const [last] = await Array.fromAsync(store.list());
      if (!last) throw new Error('There is one.');
      expect(await store.remove(last)).toBe(true);
      expect(await store.remove(last)).toBe(true);
      expect(await store.has(address)).toBe(false);
      expect(await harness.leftovers()).toEqual([]);
    });

    it('loses no kept content while others concurrently remove or take back the same bytes', async () => {
      const content = randomBytes(50);
      /** Yields a random number of turns, so that the order of the racers varies. */
      const dither = async (): Promise<void> => {
        for (let turns = randomBytes(1)[0] ?? 0; turns > 0; turns -= 16) await new Promise(setImmediate);
      };
      let removed = 0;
      for (let round = 0; round < meetings; round += 1) {
        const former = await store.stage(parts(content), 50);
        await former.keep();
        const listed = await Array.fromAsync(store.list());
        const [staged, refused] = [
          await store.stage(parts(content), 50),
          await store.stage(parts(content), 50),
        ];
        const remove = async (): Promise<void> => {
          await dither();
          for (const blob of listed) if (await store.remove(blob)) removed += 1;
        };
        await Promise.all([
          dither().then(staged.keep),
          dither().then(() => (round % 2 === 0 ? store.putBytes(content) : undefined)),
          dither().then(former.takeBack),
          dither().then(refused.keep).then(dither).then(refused.takeBack),
          remove(),
          remove(),
        ]);
        // However the race ended, an event may reference the blob from here on.
        expect(await store.has(staged.sha256)).toBe(true);
        await Promise.all([former.discard(), staged.discard(), refused.discard()]);
        expect(Buffer.compare(Buffer.from(await store.get(staged.sha256)), content)).toBe(0);
        for await (const blob of store.list()) await store.remove(blob);
      }
      // Proves that the removers sometimes won.
      expect(removed).toBeGreaterThan(0);
      expect(await harness.leftovers()).toEqual([]);
    });

    it('rejects with not_found when a blob does not exist', async () => {
      const missing = sha256(Buffer.from('never stored'));
      expect(await store.has(missing)).toBe(false);
      await expect(store.get(missing)).rejects.toMatchObject({ reason: { code: 'not_found' } });
      await expect(Array.fromAsync(store.read(missing))).rejects.toMatchObject({
        reason: { code: 'not_found' },
      });
    });
  });
};
