import { tilePath } from '../../domain/audit/merkle/tile.ts';
import { HASH_BYTES } from '../../domain/audit/merkle/tree-hasher.ts';
import type { TileStore } from '../../ports/tile-store.ts';

/** Tiles in memory; the contract suite covers the store of the program. */
export const createInMemoryTiles = (): TileStore & { readonly stored: Map<string, Uint8Array> } => {
  const stored = new Map<string, Uint8Array>();
  return {
    stored,
    read: async (places) =>
      new Map(
        places.flatMap((place) => {
          const bytes = stored.get(`${place.level}/${place.index}`);
          const length = place.width * HASH_BYTES;
          return bytes && bytes.length >= length ? [[tilePath(place), bytes.subarray(0, length)]] : [];
        }),
      ),
    write: async (tiles) => {
      for (const { level, index, bytes } of tiles) {
        const place = `${level}/${index}`;
        if (bytes.length >= (stored.get(place)?.length ?? 0)) stored.set(place, bytes);
      }
    },
    clear: async () => stored.clear(),
  };
};
