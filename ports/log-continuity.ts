import type { Position } from '../domain/kernel/event.ts';
import type { Failure } from '../domain/kernel/failure.ts';
import type { SqlSession } from './database.ts';

/** An event that is known to be stored. */
export type SeenEvent = { readonly position: Position; readonly id: string };

/**
 * Follows whether a database server still continues the log that this process has read. After a failover to a replica
 * that lacks commits, or on a server that was restored from an older copy, it does not: positions stand for other events
 * then, or for none. Every new connection is checked before anything is sent on it, so nothing that was derived from
 * the lost events is ever written beside those that took their place.
 */
export type LogContinuity = {
  /** Notes events that are stored, in the order of the log. To be called for every position this process goes on to. */
  readonly saw: (events: readonly SeenEvent[]) => void;
  /** The latest of them, oldest first. */
  readonly recent: () => readonly SeenEvent[];
  /**
   * Checks the server behind a new connection. Answers false where it is a standby, about which nothing can be said
   * yet: the connection is then to be checked again before it is next used.
   *
   * @throws Failure `unavailable` when the server does not continue the log
   */
  readonly check: (session: SqlSession) => Promise<boolean>;
  /** Ends it for another reason than a look at the server. */
  readonly end: (reason: Failure) => void;
  /**
   * Aborts once the server was found not to continue the log, with a `Failure` that says so; from then on every
   * statement is refused with it.
   */
  readonly broken: AbortSignal;
};
