import type { Actor } from '../domain/kernel/actor.ts';
import type { Position } from '../domain/kernel/event.ts';

/** Events that were acknowledged and are not in the log any more. */
export type LogLoss = {
  /** The last of the known events that the log still has; 0 where it has none of them. */
  readonly keptTo: Position;
  /** The last of the known events. */
  readonly lostTo: Position;
};

/**
 * What a log that is kept apart from its numbers lacks of them. Nothing is numbered or appended while it lacks any: it is
 * restored from a newer copy, or a person gives up what is lost.
 */
export type LogLosses = {
  /** Undefined where nothing is lost. Compares with the log itself; rejects where that does not answer. */
  readonly find: () => Promise<LogLoss | undefined>;
  /**
   * Gives up exactly what is named: numbers, read models and places of consumers go back to before it, whatever else the
   * log has is numbered next, and every node starts again. Harmless when repeated.
   *
   * @throws Failure `rule_violated` when something else is lost, or nothing
   */
  readonly accept: (named: LogLoss, by: Actor) => Promise<void>;
};
