import { perfectSubtrees } from './leaf-range.ts';
import { joinHashes } from './subtree-hash.ts';
import { edgeTiles, hashesIn, TILE_WIDTH, type TilePlace, tileBytes } from './tile.ts';
import { HASH_BYTES, type Hash, type TreeHasher } from './tree-hasher.ts';

/** A tile with its content. */
export type Tile = TilePlace & { readonly bytes: Uint8Array };

/** The right edge of a growing tree: everything that further leaves, and the root, depend on. */
export type TreeEdge = {
  readonly size: () => number;
  readonly append: (leafHash: Hash) => void;
  readonly root: () => Hash;
  /** The tiles that changed since the last call: full ones once, others as wide as they are now. */
  readonly takeTiles: () => readonly Tile[];
};

/** The tiles of the edge, or undefined when one of them does not have exactly its hashes. */
const readLevels = (
  size: number,
  read: (place: TilePlace) => Uint8Array | undefined,
): Hash[][] | undefined => {
  const levels: Hash[][] = [];
  for (const place of edgeTiles(size)) {
    const bytes = read(place);
    if (bytes?.length !== place.width * HASH_BYTES) return undefined;
    while (levels.length < place.level) levels.push([]);
    levels[place.level] = [...hashesIn(bytes)];
  }
  return levels;
};

/**
 * Continues a tree of a size from the tiles at its edge. Returns undefined if one is missing. The caller compares its
 * root with a known one.
 */
export const openTreeEdge = (
  hasher: TreeHasher,
  start: number,
  read: (place: TilePlace) => Uint8Array | undefined,
): TreeEdge | undefined => {
  const levels = readLevels(start, read);
  if (!levels) return undefined;
  let size = start;
  let sizeTaken = start;
  let full: Tile[] = [];

  const add = (level: number, hash: Hash): void => {
    while (levels.length <= level) levels.push([]);
    const hashes = levels[level] ?? [];
    hashes.push(hash);
    if (hashes.length < TILE_WIDTH) return;
    const index = Math.floor(size / TILE_WIDTH ** (level + 1)) - 1;
    full.push({ level, index, width: TILE_WIDTH, bytes: tileBytes(hashes) });
    levels[level] = [];
    const above = joinHashes(hashes, hasher);
    if (above) add(level + 1, above);
  };

  return {
    size: () => size,
    append: (leafHash) => {
      size += 1;
      add(0, leafHash);
    },
    root: () => {
      let root: Hash | undefined;
      for (const hashes of levels)
        for (const { height, index } of perfectSubtrees({ start: 0, end: hashes.length }).toReversed()) {
          const count = 2 ** height;
          const hash = joinHashes(hashes.slice(index * count, (index + 1) * count), hasher);
          if (hash) root = root ? hasher.node(hash, root) : hash;
        }
      return root ?? hasher.empty();
    },
    takeTiles: () => {
      if (size === sizeTaken) return [];
      const edge = edgeTiles(size).map((place) => ({
        ...place,
        bytes: tileBytes(levels[place.level] ?? []),
      }));
      const taken = [...full, ...edge];
      full = [];
      sizeTaken = size;
      return taken;
    },
  };
};

/** A tree without leaves. */
export const emptyTreeEdge = (hasher: TreeHasher): TreeEdge => {
  const edge = openTreeEdge(hasher, 0, () => undefined);
  if (!edge) throw new Error('The empty tree has no edge.');
  return edge;
};
