import type { AnyEvent } from '../../../domain/all-events.ts';
import { eventLeaf } from '../../../domain/audit/event-leaf.ts';
import { edgeTiles, tilePath } from '../../../domain/audit/merkle/tile.ts';
import { emptyTreeEdge, openTreeEdge, type TreeEdge } from '../../../domain/audit/merkle/tree-edge.ts';
import { equalHashes, type Hash } from '../../../domain/audit/merkle/tree-hasher.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { EventStore, StoredEvent } from '../../../ports/event-store.ts';
import type { Growth, LogTree } from '../../../ports/log-tree.ts';
import type { TileStore } from '../../../ports/tile-store.ts';
import { sha256TreeHasher as hasher } from '../../installation/sha256-tree-hasher.ts';

/** Events of one page; the store limits the bytes. */
const PAGE = 1000;

/** Events that follow from a checkpoint: if they called for the next one, a log at rest would be sealed for ever. */
const aboutCheckpoints: ReadonlySet<string> = new Set<AnyEvent['type']>([
  'LogSealed',
  'CheckpointWitnessed',
  'WitnessContradicted',
]);

/** The leaf hash of a stored event. */
export const leafHashOf = (event: StoredEvent): Hash => hasher.leaf(Buffer.from(eventLeaf(event), 'utf8'));

/** The error of a log from which a position is missing. */
const missing = (position: number): Failure =>
  new Failure(
    failure('internal_error', `The log has no event at position ${position}, but later ones.`, {
      component: 'event-store',
      details: { position },
    }),
  );

/** Keeps the tree over a log in tiles. */
export const createLogTree = ({
  eventStore,
  tiles,
}: {
  readonly eventStore: Pick<EventStore, 'readStored'>;
  readonly tiles: TileStore;
}): LogTree => {
  const grow = async (edge: TreeEdge, most: number, signal: AbortSignal): Promise<Growth> => {
    let [events, read] = [0, 0];
    while (read < most) {
      signal.throwIfAborted();
      const page = await eventStore.readStored(edge.size(), Math.min(PAGE, most - read));
      for (const event of page.events) {
        if (event.position !== edge.size() + 1) throw missing(edge.size() + 1);
        edge.append(leafHashOf(event));
        read += 1;
        if (!aboutCheckpoints.has(event.type)) events += 1;
      }
      if (edge.size() >= page.head) return { events, atEnd: true };
      if (page.events.length === 0) throw missing(edge.size() + 1);
    }
    return { events, atEnd: false };
  };

  const store = async (edge: TreeEdge): Promise<void> => tiles.write(edge.takeTiles());

  const fromTiles = async (size: number): Promise<TreeEdge | undefined> => {
    const read = await tiles.read(edgeTiles(size));
    return openTreeEdge(hasher, size, (place) => read.get(tilePath(place)));
  };

  /** Hashes the log from its beginning, and replaces all tiles. */
  const fromLog = async (size: number, signal: AbortSignal): Promise<TreeEdge> => {
    await tiles.clear();
    const edge = emptyTreeEdge(hasher);
    while (edge.size() < size) {
      const { atEnd } = await grow(edge, Math.min(size - edge.size(), 100 * PAGE), signal);
      await store(edge);
      if (atEnd) break;
    }
    return edge;
  };

  return {
    open: async (head, signal) => {
      if (!head) return emptyTreeEdge(hasher);
      const known = await fromTiles(head.size);
      if (known && equalHashes(known.root(), head.root)) return known;
      const made = await fromLog(head.size, signal);
      return made.size() === head.size && equalHashes(made.root(), head.root) ? made : undefined;
    },
    grow,
    store,
    clear: tiles.clear,
  };
};
