import type { Position, RecordedEvent } from '../domain/kernel/event.ts';
import type { LogPage } from './event-store.ts';
import type { Fence } from './leases.ts';

/** The reason for giving up a lease voluntarily: another node, perhaps of a newer version, should try. */
export type StepDownReason = {
  /** For an operator; free of PHI. */
  readonly because: string;
};

/** The part of the log that a consumer reads. */
export type FollowedWork = {
  /** The name of the consumer, after which leases and checkpoints are named. */
  readonly name: string;
  readonly eventTypes: readonly string[];
  /**
   * The key that orders an event: events with the same key are in the same partition. Returns `undefined` for an event
   * that this consumer ignores.
   */
  readonly keyOf: (event: RecordedEvent) => string | undefined | Promise<string | undefined>;
};

/** A partition of a consumer's events owned by this process alone, until it hands it over or loses it. */
export type Partition = {
  /** Unique among all partitions of all consumers. */
  readonly name: string;
  /** All events of the partition up to this position are done. */
  readonly from: Position;
  /** Sent with every write, so that storage refuses a former owner. */
  readonly fence: Fence;
  /** Aborts when the partition is lost or the process stops: the results of work still running no longer count. */
  readonly signal: AbortSignal;
  /** Rejects when another process owns the partition now. Called before work that costs money. */
  readonly confirm: () => Promise<void>;
  /**
   * The events of the partition in log order, waiting for more until the signal aborts. Ends when the partition must be
   * handed over: work in progress may then finish, no more may start, and `signal` aborts when that takes too long. An
   * unreadable event is in all partitions, because its key is unknown.
   */
  readonly pages: (signal: AbortSignal) => AsyncIterable<LogPage>;
  /** Records that every event up to this position is done. Returns false when another process owns the partition. */
  readonly moveTo: (position: Position) => Promise<boolean>;
};

/**
 * Assigns a process its partitions of a consumer's events, and revokes them.
 *
 * Promises:
 * - Each event is in one partition, all events of a key in the same, in log order. Unfinished events are delivered
 *   again to the next owner of the partition.
 * - `work` has ended before the partition is assigned to another process, or the fence refuses its writes.
 * - A partition whose work rejects is restarted with growing pauses; one whose work steps down is left to other
 *   processes for a while.
 */
export type ConsumerFeed = {
  /** Resolves when the signal has aborted and all work has ended. */
  readonly follow: (
    followed: FollowedWork,
    work: (partition: Partition) => Promise<StepDownReason | undefined>,
    signal: AbortSignal,
  ) => Promise<void>;
};
