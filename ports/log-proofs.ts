import type { TilePlace } from '../domain/audit/merkle/tile.ts';
import type { Position } from '../domain/kernel/event.ts';
import type { TreeHead } from './checkpoint-signer.ts';

/** That an event is in the log: its leaf hash and its inclusion proof (RFC 9162, section 2.1.3). */
type InclusionProof = { readonly leafHash: Uint8Array; readonly proof: readonly Uint8Array[] };

/** That a log was only extended: the roots of both trees and their consistency proof (RFC 9162, section 2.1.4). */
type ConsistencyProof = {
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
};

/** What a verification of the whole log says. Positions only, no content. */
export type LogVerificationLine =
  | { readonly kind: 'progress'; readonly position: Position; readonly head: Position }
  | {
      readonly kind: 'verified';
      /** The last event that was hashed, and the root of the tree up to it. */
      readonly size: number;
      readonly root: Uint8Array;
      /** How many checkpoints agree. */
      readonly checkpoints: number;
      /** The position after which this run continued an interrupted one; undefined if it began at the first event. */
      readonly resumedAfter?: Position;
    }
  | {
      readonly kind: 'altered';
      /** The first event that differs is at `position`, or from `from` to there if that is not known. */
      readonly from: Position;
      readonly position: Position;
      /** The checkpoint that the log contradicts. */
      readonly checkpointSize: number;
    };

/**
 * Proofs about the log, each relative to a checkpoint and checked against its root before it is given. Damaged tiles are
 * made again from the log.
 *
 * @throws Failure `internal_error` when the log itself no longer agrees with the checkpoint
 */
export type LogProofs = {
  /** `position` must be at most the size of the checkpoint. */
  readonly inclusion: (position: Position, head: TreeHead) => Promise<InclusionProof>;
  /** Of two sizes, `0 < from <= to`, `to` at most that of the checkpoint. */
  readonly consistency: (from: number, to: number, head: TreeHead) => Promise<ConsistencyProof>;
  /** One proof for several events, ascending (`domain/audit/merkle/leaves-proof.ts`). */
  readonly leaves: (positions: readonly Position[], head: TreeHead) => Promise<readonly Uint8Array[]>;
  /** A tile of the tree; undefined when the tree of the checkpoint has none there. */
  readonly tile: (place: TilePlace, head: TreeHead) => Promise<Uint8Array | undefined>;
  /**
   * Hashes the whole log again and compares it with checkpoints, given in ascending order, until the first that it
   * contradicts. Continues a verification that was interrupted within the last day.
   */
  readonly verify: (
    checkpoints: readonly TreeHead[],
    signal: AbortSignal,
  ) => AsyncIterable<LogVerificationLine>;
};
