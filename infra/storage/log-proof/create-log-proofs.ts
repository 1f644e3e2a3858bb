import { consistencyRanges, provesConsistency } from '../../../domain/audit/merkle/consistency-proof.ts';
import { inclusionRanges, provesInclusion } from '../../../domain/audit/merkle/inclusion-proof.ts';
import type { LeafRange } from '../../../domain/audit/merkle/leaf-range.ts';
import { leavesProofRanges, provesLeaves } from '../../../domain/audit/merkle/leaves-proof.ts';
import {
  joinHashes,
  type ReadTiles,
  subtreeHash,
  tilesOf,
} from '../../../domain/audit/merkle/subtree-hash.ts';
import {
  edgeTiles,
  hashesIn,
  TILE_WIDTH,
  type TilePlace,
  tileAt,
  tilePath,
} from '../../../domain/audit/merkle/tile.ts';
import { equalHashes, HASH_BYTES, type Hash } from '../../../domain/audit/merkle/tree-hasher.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { TreeHead } from '../../../ports/checkpoint-signer.ts';
import { coalesceCalls } from '../../../ports/coalesce-calls.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { LogProofs } from '../../../ports/log-proofs.ts';
import type { LogTree } from '../../../ports/log-tree.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { TileStore } from '../../../ports/tile-store.ts';
import { sha256TreeHasher as hasher } from '../../installation/sha256-tree-hasher.ts';
import type { VerifiedPlaces } from './verified-place.ts';
import { verifyLog } from './verify-log.ts';

type ProofServices = {
  readonly eventStore: Pick<EventStore, 'readStored'>;
  readonly tiles: TileStore;
  readonly tree: LogTree;
  readonly logger: Logger;
  /** Where an interrupted verification of the log continues. */
  readonly places?: VerifiedPlaces;
};

const logChanged = ({ size }: TreeHead): Failure =>
  new Failure(
    failure(
      'internal_error',
      `The log no longer agrees with the checkpoint of its first ${size} events. "npx anamnesis audit verify" finds the first event that differs.`,
      { component: 'event-store', details: { size } },
    ),
  );

/** The hashes of subtrees, or undefined when a tile is missing. */
type HashesOf = (ranges: readonly LeafRange[]) => readonly Hash[] | undefined;

/** The tiles that have the hash of a full tile, of the tile that has that one, and so on. */
const tilesAbove = (tile: TilePlace, size: number): readonly TilePlace[] => {
  const above: TilePlace[] = [];
  for (let last = tile; last.width === TILE_WIDTH; ) {
    const next = tileAt(last.level + 1, Math.floor(last.index / TILE_WIDTH), size);
    if (!next) break;
    above.push(next);
    last = next;
  }
  return above;
};

/** Whether the tile above has the hash of a full one. One that is not full is at the edge, and part of the root. */
const isInTileAbove = (tile: TilePlace, above: TilePlace | undefined, read: ReadTiles): boolean => {
  if (!above) return tile.width < TILE_WIDTH;
  const [bytes, hashes] = [read.get(tilePath(tile)), read.get(tilePath(above))];
  const joined = bytes && joinHashes(hashesIn(bytes), hasher);
  const known = hashes && hashesIn(hashes)[tile.index % TILE_WIDTH];
  return joined !== undefined && known !== undefined && equalHashes(joined, known);
};

/** Creates proofs from tiles. */
export const createLogProofs = ({ eventStore, tiles, tree, logger, places }: ProofServices): LogProofs => {
  let repairedFor: TreeHead | undefined;
  const repair = coalesceCalls(async () => {
    const head = repairedFor;
    if (!head) return false;
    logger.warn({ size: head.size }, 'Tiles of the log are damaged and are made again from the log.');
    await tiles.clear();
    return (await tree.open(head, new AbortController().signal)) !== undefined;
  });

  /** Reads what a proof needs and makes it; again from repaired tiles if it does not hold. */
  const provenFrom = async <Proof>(
    places: readonly TilePlace[],
    head: TreeHead,
    prove: (read: ReadTiles) => Proof | undefined,
  ): Promise<Proof> => {
    for (const isLast of [false, true]) {
      const proof = prove(await tiles.read(places));
      if (proof) return proof;
      repairedFor = head;
      if (isLast || !(await repair())) break;
    }
    throw logChanged(head);
  };

  const provenBy = <Proof>(
    ranges: readonly LeafRange[],
    head: TreeHead,
    prove: (hashesOf: HashesOf) => Proof | undefined,
  ): Promise<Proof> =>
    provenFrom(tilesOf(ranges, head.size), head, (read) =>
      prove((asked) => {
        const hashes = asked.map((range) => subtreeHash(range, head.size, read, hasher));
        return hashes.every((hash) => hash !== undefined) ? hashes : undefined;
      }),
    );

  return {
    inclusion: (position, head) => {
      const index = position - 1;
      const path = inclusionRanges(index, head.size);
      const leaf = { start: index, end: position };
      return provenBy([leaf, ...path], head, (hashesOf) => {
        const [leafHash] = hashesOf([leaf]) ?? [];
        const proof = hashesOf(path);
        return leafHash && proof && provesInclusion({ index, leafHash, proof, ...head }, hasher)
          ? { leafHash, proof }
          : undefined;
      });
    },

    consistency: (from, to, head) => {
      const [fromTree, toTree] = [
        { start: 0, end: from },
        { start: 0, end: to },
      ];
      const path = consistencyRanges(from, to);
      // Both roots must be those of the trees that the checkpoint extends.
      const links = [from, to].map((size) => consistencyRanges(size, head.size));
      return provenBy([fromTree, toTree, ...path, ...links.flat()], head, (hashesOf) => {
        const [fromRoot, toRoot] = hashesOf([fromTree, toTree]) ?? [];
        const proof = hashesOf(path);
        const isLinked = (size: number, root: Hash, link: readonly LeafRange[] = []): boolean =>
          provesConsistency(
            { size, root, newSize: head.size, newRoot: head.root, proof: hashesOf(link) ?? [] },
            hasher,
          );
        return fromRoot &&
          toRoot &&
          proof &&
          isLinked(from, fromRoot, links[0]) &&
          isLinked(to, toRoot, links[1])
          ? { fromRoot, toRoot, proof }
          : undefined;
      });
    },

    leaves: (positions, head) => {
      const indices = positions.map((position) => position - 1);
      const path = leavesProofRanges(indices, head.size);
      const leaves = indices.map((start) => ({ start, end: start + 1 }));
      return provenBy([...path, ...leaves], head, (hashesOf) => {
        const [proof, leafHashes] = [hashesOf(path), hashesOf(leaves)];
        return proof && leafHashes && provesLeaves({ indices, leafHashes, proof, ...head }, hasher)
          ? proof
          : undefined;
      });
    },

    tile: async (place, head) => {
      // A partial tile is the beginning of the one that the checkpoint has.
      const widest = tileAt(place.level, place.index, head.size);
      if (!widest || widest.width < place.width) return undefined;
      const above = tilesAbove(widest, head.size);
      return provenFrom([widest, ...above, ...edgeTiles(head.size)], head, (read) => {
        const bytes = read.get(tilePath(widest));
        const root = subtreeHash({ start: 0, end: head.size }, head.size, read, hasher);
        const areLinked = [widest, ...above].every((one, level, all) =>
          isInTileAbove(one, all[level + 1], read),
        );
        return bytes && root && equalHashes(root, head.root) && areLinked
          ? bytes.subarray(0, place.width * HASH_BYTES)
          : undefined;
      });
    },

    verify: (checkpoints, signal) => verifyLog({ eventStore, tiles, checkpoints, places }, signal),
  };
};
