import type { Position } from '../domain/kernel/event.ts';
import type { StepDownReason } from './consumer-feed.ts';
import type { Fence, Leases, LeaseTerms } from './leases.ts';

/** The position reached by a consumer, or by the live generation of a projection. */
export type Checkpoint = {
  /** 0 for a consumer. */
  readonly generation: number;
  readonly position: Position;
  /** The generation was made by another version of the fold: it stays unchanged until the next one takes over. */
  readonly frozen?: true;
};

/** The time during which one process holds the lease of a follower, and the work it may do under it. */
export type Ownership = {
  /** Sent with every write, so that storage refuses a former owner. */
  readonly fence: Fence;
  /**
   * Aborts when the lease is lost or the process stops; also when another node should have it, unless the follower
   * winds up.
   */
  readonly signal: AbortSignal;
  /** For a follower that winds up: aborts when another node should have the lease. */
  readonly handOver?: AbortSignal;
  /** Reports the position of the follower; ignored once the lease is lost. */
  readonly advance: (checkpoint: Checkpoint) => void;
  /** Rejects when another process holds the lease now. Called before work that costs money. */
  readonly confirm: () => Promise<void>;
};

/** Work that follows the log, done by one process at a time among all that share the log. */
export type Follower = {
  readonly kind: 'projection' | 'consumer';
  readonly name: string;
  /** The consumer that it is a partition of; failures are counted under that name. */
  readonly of?: string;
  /** How its lease is distributed among nodes. */
  readonly terms?: LeaseTerms;
  /** Whether it finishes work in progress before another node takes over. */
  readonly windsUp?: boolean;
  /**
   * Works until the signal of the ownership aborts; rejects on failure. Resolves earlier with a reason to let another
   * node try.
   */
  readonly work: (ownership: Ownership) => Promise<StepDownReason | undefined>;
};

/**
 * Keeps a follower at work under a lease from `leases` until the signal aborts; implemented by
 * `followers/run-follower.ts`. It is passed to adapters that divide work by means other than the log, so that all work
 * is owned, retried and observed in one way.
 */
export type RunFollower = (follower: Follower, leases: Leases, signal: AbortSignal) => Promise<void>;
