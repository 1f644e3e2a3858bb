import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyRanges,
  provesConsistency,
} from '../../../../../domain/audit/merkle/consistency-proof.ts';
import { inclusionRanges, provesInclusion } from '../../../../../domain/audit/merkle/inclusion-proof.ts';
import type { LeafRange } from '../../../../../domain/audit/merkle/leaf-range.ts';
import { leavesProofRanges, provesLeaves } from '../../../../../domain/audit/merkle/leaves-proof.ts';
import { type ReadTiles, subtreeHash, tilesOf } from '../../../../../domain/audit/merkle/subtree-hash.ts';
import { edgeTiles, parseTilePath, TILE_WIDTH, tilePath } from '../../../../../domain/audit/merkle/tile.ts';
import { emptyTreeEdge, openTreeEdge, type Tile } from '../../../../../domain/audit/merkle/tree-edge.ts';
import { HASH_BYTES, type Hash } from '../../../../../domain/audit/merkle/tree-hasher.ts';
import { sha256TreeHasher as hasher } from '../../../../../infra/installation/sha256-tree-hasher.ts';

const leafHashes = (count: number): readonly Hash[] =>
  Array.from({ length: count }, (_, index) => hasher.leaf(Buffer.from(`leaf ${index}`)));

/** The hash of a tree as RFC 9162, section 2.1.1 defines it, by recursion. */
const definedRoot = (leaves: readonly Hash[]): Hash => {
  const [first] = leaves;
  if (!first) return hasher.empty();
  if (leaves.length === 1) return first;
  const middle = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return hasher.node(definedRoot(leaves.slice(0, middle)), definedRoot(leaves.slice(middle)));
};

/** Tiles as a store keeps them: the widest one of each place, of which narrower ones are a beginning. */
const kept = (tiles: readonly Tile[]): Map<string, Uint8Array> =>
  new Map(tiles.map(({ level, index, bytes }) => [`${level}/${index}`, bytes]));

const grown = (leaves: readonly Hash[]): Map<string, Uint8Array> => {
  const edge = emptyTreeEdge(hasher);
  for (const leaf of leaves) edge.append(leaf);
  return kept(edge.takeTiles());
};

const readFor = (ranges: readonly LeafRange[], size: number, stored: ReadTiles): ReadTiles =>
  new Map(
    tilesOf(ranges, size).map((place) => [
      tilePath(place),
      (stored.get(`${place.level}/${place.index}`) ?? new Uint8Array()).subarray(0, place.width * HASH_BYTES),
    ]),
  );

const hashesOf = (ranges: readonly LeafRange[], size: number, stored: ReadTiles): readonly Hash[] => {
  const tiles = readFor(ranges, size, stored);
  return ranges.map((range) => subtreeHash(range, size, tiles, hasher) ?? new Uint8Array());
};

const MOST = 700;
const leaves = leafHashes(MOST);
const stored = grown(leaves);
const roots = Array.from({ length: MOST + 1 }, (_, size) => definedRoot(leaves.slice(0, size)));
const rootOf = (size: number): Hash => roots[size] ?? new Uint8Array();
/** A tree of one leaf has the very object that was appended, which may be a Buffer. */
const hex = (hash: Hash): string => Buffer.from(hash).toString('hex');
const sizes = fc.integer({ min: 1, max: MOST });

describe('the Merkle tree', () => {
  it('has the root that RFC 9162 defines, however it grows', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 4 }), (steps) => {
        const tiles = new Map<string, Uint8Array>();
        let edge = emptyTreeEdge(hasher);
        for (const step of steps) {
          const from = edge.size();
          for (const leaf of leaves.slice(from, from + step)) edge.append(leaf);
          for (const [place, bytes] of kept(edge.takeTiles())) tiles.set(place, bytes);
          expect(hex(edge.root())).toBe(hex(rootOf(edge.size())));
          const reopened = openTreeEdge(hasher, edge.size(), ({ level, index }) =>
            tiles.get(`${level}/${index}`),
          );
          if (!reopened) throw new Error('The edge cannot be opened again.');
          edge = reopened;
        }
        expect(hex(edge.root())).toBe(hex(rootOf(edge.size())));
      }),
      { numRuns: 30, examples: [[[1]]] },
    );
  });

  it('has the same root by its tiles for every earlier size', () => {
    for (let size = 0; size <= MOST; size += 1)
      expect(Buffer.concat(hashesOf([{ start: 0, end: size }], size, stored))).toEqual(rootOf(size));
  });

  it('does not open without a tile of its edge, or with one of another width', () => {
    const bytesOf = ({ level, index }: { readonly level: number; readonly index: number }) =>
      stored.get(`${level}/${index}`);
    expect(openTreeEdge(hasher, MOST, bytesOf)?.root()).toEqual(rootOf(MOST));
    expect(openTreeEdge(hasher, MOST - 1, bytesOf)).toBeUndefined();
    for (const missing of edgeTiles(MOST))
      expect(
        openTreeEdge(hasher, MOST, (place) => (place.level === missing.level ? undefined : bytesOf(place))),
      ).toBeUndefined();
  });

  it('proves that a leaf is included, and no other leaf, index, size or root', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, seed) => {
        const index = seed % size;
        const proof = hashesOf(inclusionRanges(index, size), size, stored);
        const claim = { index, size, root: rootOf(size), proof, leafHash: leaves[index] ?? new Uint8Array() };
        expect(provesInclusion(claim, hasher)).toBe(true);
        expect(
          provesInclusion({ ...claim, leafHash: leaves[(index + 1) % MOST] ?? claim.root }, hasher),
        ).toBe(false);
        if (size > 1) expect(provesInclusion({ ...claim, index: (index + 1) % size }, hasher)).toBe(false);
        expect(provesInclusion({ ...claim, root: rootOf(size - 1) }, hasher)).toBe(false);
        expect(provesInclusion({ ...claim, proof: [...proof, rootOf(1)] }, hasher)).toBe(false);
        for (const [at, hash] of proof.entries()) {
          const bent = proof.with(
            at,
            hash.map((byte, place) => (place === seed % HASH_BYTES ? byte ^ 1 : byte)),
          );
          expect(provesInclusion({ ...claim, proof: bent }, hasher)).toBe(false);
          expect(provesInclusion({ ...claim, proof: proof.with(at, hash.slice(1)) }, hasher)).toBe(false);
        }
      }),
    );
  });

  it('proves that a tree begins with an older one, and with no other', () => {
    fc.assert(
      fc.property(sizes, sizes, fc.nat(), (one, other, seed) => {
        const [size, newSize] = [Math.min(one, other), Math.max(one, other)];
        const proof = hashesOf(consistencyRanges(size, newSize), newSize, stored);
        const claim = { size, root: rootOf(size), newSize, newRoot: rootOf(newSize), proof };
        expect(provesConsistency(claim, hasher)).toBe(true);
        expect(provesConsistency({ ...claim, root: rootOf(size - 1) }, hasher)).toBe(false);
        expect(provesConsistency({ ...claim, newRoot: rootOf(newSize - 1) }, hasher)).toBe(false);
        expect(provesConsistency({ ...claim, size: 0, root: hasher.empty(), proof: [] }, hasher)).toBe(false);
        expect(provesConsistency({ ...claim, proof: [...proof, rootOf(1)] }, hasher)).toBe(false);
        for (const [at, hash] of proof.entries()) {
          const bent = proof.with(
            at,
            hash.map((byte, place) => (place === seed % HASH_BYTES ? byte ^ 1 : byte)),
          );
          expect(provesConsistency({ ...claim, proof: bent }, hasher)).toBe(false);
        }
      }),
    );
  });

  it('proves any set of leaves at once, and detects a missing, repeated, moved or changed one', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        (size, seeds, at) => {
          const indices = [...new Set(seeds.map((seed) => seed % size))].toSorted((a, b) => a - b);
          const hashes = indices.map((index) => leaves[index] ?? new Uint8Array());
          const proof = hashesOf(leavesProofRanges(indices, size), size, stored);
          const claim = { indices, leafHashes: hashes, size, root: rootOf(size), proof };
          expect(provesLeaves(claim, hasher)).toBe(true);
          const one = at % indices.length;
          expect(provesLeaves({ ...claim, leafHashes: hashes.toSpliced(one, 1) }, hasher)).toBe(false);
          expect(
            provesLeaves(
              { ...claim, leafHashes: hashes.toSpliced(one, 1), indices: indices.toSpliced(one, 1) },
              hasher,
            ),
          ).toBe(false);
          expect(
            provesLeaves(
              {
                ...claim,
                leafHashes: hashes.toSpliced(one, 0, hashes[one] ?? rootOf(1)),
                indices: indices.toSpliced(one, 0, indices[one] ?? 0),
              },
              hasher,
            ),
          ).toBe(false);
          expect(provesLeaves({ ...claim, leafHashes: hashes.with(one, rootOf(2)) }, hasher)).toBe(false);
          expect(provesLeaves({ ...claim, proof: [...proof, rootOf(1)] }, hasher)).toBe(false);
          if (hashes.length > 1)
            expect(provesLeaves({ ...claim, leafHashes: hashes.toReversed() }, hasher)).toBe(false);
        },
      ),
    );
  });

  it('proves a whole range with a number of hashes that grows with the height only', () => {
    const indices = Array.from({ length: 300 }, (_, index) => 200 + index);
    expect(leavesProofRanges(indices, MOST).length).toBeLessThan(2 * Math.log2(MOST));
  });
});

describe('tiles', () => {
  it('have the paths of the specification', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: TILE_WIDTH })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 1, index: 0, width: 17 })).toBe('tile/1/000.p/17');
  });

  it('of the edge are those of the example of the specification', () => {
    expect(edgeTiles(70_000)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ]);
    expect(edgeTiles(256)).toEqual([{ level: 1, index: 0, width: 1 }]);
  });

  it('are read from their path, and from no other spelling of it', () => {
    fc.assert(
      fc.property(
        fc.record({
          level: fc.integer({ min: 0, max: 6 }),
          index: fc.nat({ max: 10 ** 12 }),
          width: fc.integer({ min: 1, max: TILE_WIDTH }),
        }),
        (place) => {
          expect(parseTilePath(tilePath(place))).toEqual(place);
        },
      ),
    );
    for (const path of [
      '',
      'tile',
      'tile/0',
      'tile/00/000',
      'tile/0/0',
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/000.p/01',
      'tile/0/001/234',
      'tile/0/x000/001',
      'tile/7/000',
      'tile/-1/000',
      'tile/0/..',
      'tile/0/x001',
      'tile/0/000/',
      `tile/0/${'x001/'.repeat(20)}001`,
    ])
      expect(parseTilePath(path), path).toBeUndefined();
  });
});
