import type { Position, RecordedEvent } from '../domain/kernel/event.ts';
import type { LogPage } from './event-store.ts';
import type { Fence } from './leases.ts';

/** Why something gives up its lease unasked: another node, perhaps of a newer version, should try. */
export type SteppedDown = {
  /** For an operator; free of PHI. */
  readonly because: string;
};

/** The part of the log that a consumer reads. */
export type FollowedWork = {
  /** Of the consumer; leases and checkpoints are named after it. */
  readonly name: string;
  readonly eventTypes: readonly string[];
  /**
   * The key that orders an event: events with the same key are in the same partition. Answers `undefined` for an
   * event that this consumer ignores.
   */
  readonly keyOf: (event: RecordedEvent) => string | undefined | Promise<string | undefined>;
};

/** A partition of a consumer's events that this process alone has, until it hands it over or loses it. */
export type Partition = {
  /** Unlike that of any other partition of any consumer. */
  readonly name: string;
  /** Every event of the partition at or before this position is done. */
  readonly from: Position;
  /** Sent with every write, so that storage refuses a former owner. */
  readonly fence: Fence;
  /** Aborts when the partition is lost or the process stops: nothing that is still under way counts. */
  readonly signal: AbortSignal;
  /** Rejects when another process has the partition by now. Called before work that costs money. */
  readonly confirm: () => Promise<void>;
  /**
   * The events of the partition in log order, waiting for more until the signal aborts. Ends when the partition is to
   * be handed over: work in progress may then finish, nothing further may begin, and `signal` aborts when that takes
   * too long. An event that cannot be read is in all partitions, since its key is unknown.
   */
  readonly pages: (signal: AbortSignal) => AsyncIterable<LogPage>;
  /** Notes that every event up to this position is done. Answers false when another process has the partition. */
  readonly moveTo: (position: Position) => Promise<boolean>;
};

/**
 * Gives a process its partitions of a consumer's events, and takes them back.
 *
 * Promises:
 * - Each event is in one partition, all events of a key in the same, in log order. Unfinished events are delivered
 * again to the process that takes a partition over.
 * - `work` has ended before the partition is given to another process, or the fence refuses its writes.
 * - A partition whose work rejects is restarted with growing pauses; one whose work steps down is left to other
 * processes for a while.
 */
export type ConsumerFeed = {
  /** Resolves when the signal has aborted and all work has ended. */
  readonly follow: (
    followed: FollowedWork,
    work: (partition: Partition) => Promise<SteppedDown | undefined>,
    signal: AbortSignal,
  ) => Promise<void>;
};
