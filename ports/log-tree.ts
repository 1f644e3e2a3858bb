import type { TreeEdge } from '../domain/audit/merkle/tree-edge.ts';
import type { TreeHead } from './checkpoint-signer.ts';

/** What reading further events added to a tree. */
export type Growth = {
  /** The events that were added, without those that only record a checkpoint, or what witnesses say to it. */
  readonly events: number;
  /** Whether the end of the log was reached. */
  readonly atEnd: boolean;
};

/** The Merkle tree over the log, kept in tiles. */
export type LogTree = {
  /**
   * The tree as it was at a checkpoint, ready to grow: from its tiles, or from the log if they are damaged. Undefined if
   * the log no longer has the events of the checkpoint. Without a checkpoint, the tree without leaves.
   */
  readonly open: (head: TreeHead | undefined, signal: AbortSignal) => Promise<TreeEdge | undefined>;
  /** Adds the next events of the log, up to `most`. Rejects if positions are missing from the log. */
  readonly grow: (edge: TreeEdge, most: number, signal: AbortSignal) => Promise<Growth>;
  /** Makes the tiles durable that the tree needs at its present size. */
  readonly store: (edge: TreeEdge) => Promise<void>;
  /** Forgets all tiles. */
  readonly clear: () => Promise<void>;
};
