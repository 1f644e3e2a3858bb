import type { TilePlace } from '../domain/audit/merkle/tile.ts';
import type { Tile } from '../domain/audit/merkle/tree-edge.ts';

/**
 * The tiles of the Merkle tree over the log. They are computed from the log and can be made again from it: no reader may
 * trust one without comparing what follows from it with a checkpoint.
 */
export type TileStore = {
  /** The tiles that are there and at least as wide as asked, cut to that width, by their path. */
  readonly read: (places: readonly TilePlace[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  /** Stores tiles together; a wider one takes the place of a narrower one, never the other way round. */
  readonly write: (tiles: readonly Tile[]) => Promise<void>;
  /** Removes all tiles, to make them again. */
  readonly clear: () => Promise<void>;
};
