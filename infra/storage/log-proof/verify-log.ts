import { edgeTiles, hashesIn, TILE_WIDTH, tileAt, tilePath } from '../../../domain/audit/merkle/tile.ts';
import { emptyTreeEdge, openTreeEdge, type TreeEdge } from '../../../domain/audit/merkle/tree-edge.ts';
import { equalHashes, type Hash } from '../../../domain/audit/merkle/tree-hasher.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { TreeHead } from '../../../ports/checkpoint-signer.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { LogVerificationLine } from '../../../ports/log-proofs.ts';
import type { TileStore } from '../../../ports/tile-store.ts';
import { sha256TreeHasher as hasher } from '../../installation/sha256-tree-hasher.ts';
import { leafHashOf } from './create-log-tree.ts';
import type { VerifiedPlaces } from './verified-place.ts';

type VerifyNeeds = {
  readonly eventStore: Pick<EventStore, 'readStored'>;
  readonly tiles: Pick<TileStore, 'read'>;
  readonly checkpoints: readonly TreeHead[];
  /** Where an interrupted verification continues; without it, every one begins at the first event. */
  readonly places?: VerifiedPlaces | undefined;
  /** Events between two places that are kept; default: 100,000, which take a second to hash. */
  readonly keepEvery?: number;
};

const PAGE = 1000;

type Leaf = { readonly position: Position; readonly hash: Hash };
type LogPageOfLeaves = { readonly leaves: readonly Leaf[]; readonly head: Position };

/** The leaves of the log after a position, page by page, to its end. */
async function* leavesOf(
  eventStore: Pick<EventStore, 'readStored'>,
  after: Position,
  to: Position,
  signal: AbortSignal,
): AsyncGenerator<LogPageOfLeaves> {
  for (let from = after; from < to; ) {
    signal.throwIfAborted();
    const { events, head, scannedTo } = await eventStore.readStored(from, Math.min(PAGE, to - from));
    yield { leaves: events.map((event) => ({ position: event.position, hash: leafHashOf(event) })), head };
    if (scannedTo <= from || scannedTo >= head) return;
    from = scannedTo;
  }
}

/**
 * Finds the first event that differs between two trees of which the first agrees with the log, by the leaf hashes in the
 * tiles. Those count only if they lead to the root of the second; otherwise the range is all that is known.
 */
const firstAltered = async (
  { eventStore, tiles }: VerifyNeeds,
  agreed: TreeHead,
  contradicted: TreeHead,
  signal: AbortSignal,
): Promise<{ readonly from: Position; readonly position: Position }> => {
  const unknown = { from: agreed.size + 1, position: contradicted.size };
  const edgeBytes = await tiles.read(edgeTiles(agreed.size));
  const edge = openTreeEdge(hasher, agreed.size, (place) => edgeBytes.get(tilePath(place)));
  if (!edge || !equalHashes(edge.root(), agreed.root)) return unknown;
  let altered: Position | undefined;
  let sealed: readonly Hash[] = [];
  let sealedFrom = -1;
  for await (const { leaves } of leavesOf(eventStore, agreed.size, contradicted.size, signal))
    for (const { position, hash } of leaves) {
      const index = position - 1;
      const tileIndex = Math.floor(index / TILE_WIDTH);
      if (sealedFrom !== tileIndex) {
        const place = tileAt(0, tileIndex, contradicted.size);
        const bytes = place && (await tiles.read([place])).get(tilePath(place));
        if (!bytes) return unknown;
        [sealed, sealedFrom] = [hashesIn(bytes), tileIndex];
      }
      const expected = sealed[index % TILE_WIDTH];
      if (!expected || edge.size() !== index) return unknown;
      edge.append(expected);
      if (!equalHashes(expected, hash)) altered ??= position;
    }
  const isAuthentic = edge.size() === contradicted.size && equalHashes(edge.root(), contradicted.root);
  return isAuthentic && altered !== undefined ? { from: altered, position: altered } : unknown;
};

type Start = {
  readonly edge: TreeEdge;
  /** The checkpoint that the log agrees with up to here. */
  readonly agreed: TreeHead;
  readonly begunAt: number | undefined;
};

const firstEvent = (): Start => {
  const edge = emptyTreeEdge(hasher);
  return { edge, agreed: { size: 0, root: edge.root() }, begunAt: undefined };
};

/** The place of an interrupted verification, if it is that of a checkpoint and its tiles lead to the same root. */
const startOf = async ({ places, tiles, checkpoints }: VerifyNeeds): Promise<Start> => {
  const place = await places?.read();
  const agreed = checkpoints.find(
    ({ size, root }) => size === place?.head.size && equalHashes(root, place.head.root),
  );
  if (!place || !agreed) return firstEvent();
  const read = await tiles.read(edgeTiles(agreed.size));
  const edge = openTreeEdge(hasher, agreed.size, (tile) => read.get(tilePath(tile)));
  return edge && equalHashes(edge.root(), agreed.root)
    ? { edge, agreed, begunAt: place.begunAt }
    : firstEvent();
};

/** Hashes the whole log and compares it with checkpoints in ascending order. Continues a verification that was interrupted. */
export async function* verifyLog(
  needs: VerifyNeeds,
  signal: AbortSignal,
): AsyncGenerator<LogVerificationLine> {
  const { eventStore, checkpoints, places, keepEvery = 100_000 } = needs;
  const start = await startOf(needs);
  const { edge } = start;
  const begunAt = start.begunAt ?? places?.now() ?? 0;
  const after = edge.size();
  let agreed = start.agreed;
  let kept = after;
  let compared = checkpoints.filter(({ size }) => size <= after).length;
  const next = (): TreeHead | undefined => checkpoints[compared];
  const altered = (position: Position): LogVerificationLine => ({
    kind: 'altered',
    from: position,
    position,
    checkpointSize: next()?.size ?? agreed.size,
  });
  for await (const { leaves, head } of leavesOf(eventStore, after, Number.MAX_SAFE_INTEGER, signal)) {
    for (const { position, hash } of leaves) {
      // Positions are dense: a missing one was removed.
      if (position !== edge.size() + 1) return yield altered(edge.size() + 1);
      edge.append(hash);
      for (let known = next(); known?.size === position; known = next()) {
        if (!equalHashes(edge.root(), known.root)) {
          const where = await firstAltered(needs, agreed, known, signal);
          return yield { kind: 'altered', ...where, checkpointSize: known.size };
        }
        agreed = known;
        compared += 1;
      }
    }
    // Nothing of the tiles is stored here.
    edge.takeTiles();
    if (agreed.size >= kept + keepEvery) {
      await places?.keep({ head: agreed, begunAt });
      kept = agreed.size;
    }
    yield { kind: 'progress', position: edge.size(), head };
  }
  if (next()) return yield altered(edge.size() + 1);
  await places?.forget();
  yield {
    kind: 'verified',
    size: edge.size(),
    root: edge.root(),
    checkpoints: compared,
    ...(after > 0 ? { resumedAfter: after } : {}),
  };
}
