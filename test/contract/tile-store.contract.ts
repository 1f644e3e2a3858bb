import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TILE_WIDTH, tilePath } from '../../domain/audit/merkle/tile.ts';
import { HASH_BYTES } from '../../domain/audit/merkle/tree-hasher.ts';
import type { TileStore } from '../../ports/tile-store.ts';

type TileStoreHarness = { readonly store: TileStore; readonly dispose: () => Promise<void> };

const tile = (level: number, index: number, width: number, fill = 1) => ({
  level,
  index,
  width,
  bytes: new Uint8Array(width * HASH_BYTES).fill(fill),
});

/** The contract of `ports/tile-store.ts`. */
export const describeTileStore = (name: string, open: () => Promise<TileStoreHarness>): void => {
  describe(`the tile store on ${name}`, () => {
    let harness: TileStoreHarness;
    let store: TileStore;
    beforeEach(async () => {
      harness = await open();
      store = harness.store;
    });
    afterEach(() => harness.dispose());

    it('returns tiles by their path, and none that it does not have', async () => {
      const [full, partial] = [tile(0, 0, TILE_WIDTH, 2), tile(1, 70_000, 3)];
      await store.write([full, partial]);
      const read = await store.read([full, partial, tile(0, 1, 1), tile(2, 0, 1)]);
      expect([...read.keys()].toSorted()).toEqual([tilePath(full), tilePath(partial)].toSorted());
      expect(read.get(tilePath(full))).toEqual(full.bytes);
      expect(await store.read([])).toEqual(new Map());
    });

    it('returns the beginning of a wider tile, and nothing for one that is wider than what it has', async () => {
      await store.write([tile(0, 0, 5)]);
      const read = await store.read([tile(0, 0, 3), tile(0, 0, 6)]);
      expect(read).toEqual(new Map([['tile/0/000.p/3', new Uint8Array(3 * HASH_BYTES).fill(1)]]));
    });

    it('lets a tile grow, and never shrink', async () => {
      await store.write([tile(0, 0, 5)]);
      await store.write([tile(0, 0, 7, 2)]);
      await store.write([tile(0, 0, 6, 3)]);
      expect((await store.read([tile(0, 0, 7)])).get('tile/0/000.p/7')).toEqual(
        new Uint8Array(7 * HASH_BYTES).fill(2),
      );
    });

    it('stores many tiles at once, of one place the last', async () => {
      const many = Array.from({ length: 600 }, (_, index) => tile(0, index, TILE_WIDTH));
      await store.write([tile(1, 0, 1), ...many, tile(1, 0, 2)]);
      expect((await store.read([...many, tile(1, 0, 2)])).size).toBe(601);
    });

    it('forgets all of them', async () => {
      await store.write([tile(0, 0, 5)]);
      await store.clear();
      expect(await store.read([tile(0, 0, 5)])).toEqual(new Map());
    });
  });
};
