import type { Actor } from '../domain/kernel/actor.ts';
import type { Position } from '../domain/kernel/event.ts';

/** Acknowledged events that are no longer in the log. */
export type LogLoss = {
  /** The last known event that the log still has; 0 if it has none. */
  readonly keptTo: Position;
  /** The last known event. */
  readonly lostTo: Position;
};

/**
 * Detects numbered events missing from a log that is stored separately from its numbers. While any are missing nothing
 * is numbered or appended: the log must be restored from a newer copy, or a person gives up the lost events.
 */
export type LogLosses = {
  /** Returns the loss, or undefined. Compares with the log itself; rejects if that does not respond. */
  readonly find: () => Promise<LogLoss | undefined>;
  /**
   * Gives up exactly the named loss: numbers, read models and consumer positions are reset to before it, the remaining
   * events are numbered next, and every node restarts. Harmless when repeated.
   *
   * @throws Failure `rule_violated` when something else is lost, or nothing
   */
  readonly accept: (named: LogLoss, by: Actor) => Promise<void>;
};
