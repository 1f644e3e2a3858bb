import { HASH_BYTES, type Hash } from './tree-hasher.ts';

/** Hashes in a full tile (C2SP tlog-tiles, "Merkle Tree"). */
export const TILE_WIDTH = 256;
/** The height of a full tile: 2^8 is its width. */
export const TILE_HEIGHT = 8;
/** 256^7 leaves are more than 2^53. */
const MAX_LEVEL = 6;

/** A tile: `width` hashes of level `level`, of which the first has the number `index * 256`. */
export type TilePlace = { readonly level: number; readonly index: number; readonly width: number };

/**
 * The path of a tile below the prefix of a log, e.g. `tile/0/x001/x234/067` or `tile/0/001.p/5` (C2SP tlog-tiles,
 * "Merkle Tree").
 */
export const tilePath = ({ level, index, width }: TilePlace): string => {
  const parts: string[] = [];
  let rest = index;
  do {
    const part = String(rest % 1000).padStart(3, '0');
    parts.unshift(parts.length === 0 ? part : `x${part}`);
    rest = Math.floor(rest / 1000);
  } while (rest > 0);
  return `tile/${level}/${parts.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
};

const LONGEST_PATH = 60;
const decimal = (text: string, most: number): number | undefined => {
  const number = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return number <= most ? number : undefined;
};

/** Reads the path of a tile; undefined unless it is written exactly as `tilePath` does. */
export const parseTilePath = (path: string): TilePlace | undefined => {
  if (path.length > LONGEST_PATH) return undefined;
  const [prefix, levelText = '', ...rest] = path.split('/');
  const level = decimal(levelText, MAX_LEVEL);
  if (prefix !== 'tile' || level === undefined) return undefined;
  const beforeLast = rest.at(-2);
  const isPartial = beforeLast?.endsWith('.p') === true;
  const width = isPartial ? decimal(rest.at(-1) ?? '', TILE_WIDTH - 1) : TILE_WIDTH;
  const digits = isPartial ? [...rest.slice(0, -2), beforeLast.slice(0, -2)] : rest;
  const index = decimal(
    digits
      .map((part) => part.replace(/^x/, ''))
      .join('')
      .replace(/^0+(?=\d)/, ''),
    Number.MAX_SAFE_INTEGER,
  );
  if (width === undefined || width < 1 || index === undefined) return undefined;
  const place = { level, index, width };
  return tilePath(place) === path ? place : undefined;
};

/** How many hashes a level of a tree has: the full subtrees of `256^level` leaves. */
const hashesOf = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level);

/** The tile with a number in a tree of a size, as wide as it is then; undefined when it has no hash yet. */
export const tileAt = (level: number, index: number, size: number): TilePlace | undefined => {
  const width = Math.min(TILE_WIDTH, hashesOf(level, size) - index * TILE_WIDTH);
  return level <= MAX_LEVEL && width > 0 ? { level, index, width } : undefined;
};

/** The tiles at the right edge of a tree that are not full. */
export const edgeTiles = (size: number): readonly TilePlace[] => {
  const tiles: TilePlace[] = [];
  for (let level = 0; level <= MAX_LEVEL && hashesOf(level, size) > 0; level += 1) {
    const index = Math.floor(hashesOf(level, size) / TILE_WIDTH);
    const tile = tileAt(level, index, size);
    if (tile) tiles.push(tile);
  }
  return tiles;
};

/** The hashes that the bytes of a tile consist of. */
export const hashesIn = (bytes: Uint8Array): readonly Hash[] =>
  Array.from({ length: Math.floor(bytes.length / HASH_BYTES) }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );

/** The bytes of a tile. */
export const tileBytes = (hashes: readonly Hash[]): Uint8Array => {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [index, hash] of hashes.entries()) bytes.set(hash, index * HASH_BYTES);
  return bytes;
};
