import { type LeafRange, type PerfectSubtree, perfectSubtrees } from './leaf-range.ts';
import { hashesIn, TILE_HEIGHT, TILE_WIDTH, type TilePlace, tileAt, tilePath } from './tile.ts';
import { HASH_BYTES, type Hash, type TreeHasher } from './tree-hasher.ts';

/** Joins hashes of equal subtrees, a power of two of them, to the hash of the subtree that they form. */
export const joinHashes = (hashes: readonly Hash[], { node }: TreeHasher): Hash | undefined => {
  let level = hashes;
  while (level.length > 1) {
    const above: Hash[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index], level[index + 1]];
      if (!left || !right) return undefined;
      above.push(node(left, right));
    }
    level = above;
  }
  return level[0];
};

/** The tile that has a perfect subtree, and which of its hashes form it. */
const placeInTile = ({ height, index }: PerfectSubtree, size: number) => {
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  const first = index * count;
  const tile = tileAt(level, Math.floor(first / TILE_WIDTH), size);
  return { tile, from: first % TILE_WIDTH, count };
};

/** The tiles from which the hashes of subtrees of a tree can be computed, each once. */
export const tilesOf = (ranges: readonly LeafRange[], size: number): readonly TilePlace[] => {
  const tiles = new Map<string, TilePlace>();
  for (const range of ranges)
    for (const subtree of perfectSubtrees(range)) {
      const { tile } = placeInTile(subtree, size);
      if (tile) tiles.set(tilePath(tile), tile);
    }
  return [...tiles.values()];
};

/** Tiles that have been read, by path. */
export type ReadTiles = ReadonlyMap<string, Uint8Array>;

/**
 * The hash of a subtree of a tree of a size, from its tiles; that of the whole tree is its root. Undefined when a tile is
 * missing or too short.
 */
export const subtreeHash = (
  range: LeafRange,
  size: number,
  tiles: ReadTiles,
  hasher: TreeHasher,
): Hash | undefined => {
  if (range.start === range.end) return hasher.empty();
  let joined: Hash | undefined;
  for (const subtree of perfectSubtrees(range).toReversed()) {
    const { tile, from, count } = placeInTile(subtree, size);
    const bytes = tile && tiles.get(tilePath(tile));
    if (!bytes || bytes.length < (from + count) * HASH_BYTES) return undefined;
    const hash = joinHashes(hashesIn(bytes.subarray(from * HASH_BYTES, (from + count) * HASH_BYTES)), hasher);
    if (!hash) return undefined;
    joined = joined ? hasher.node(hash, joined) : hash;
  }
  return joined;
};
