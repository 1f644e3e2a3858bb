import type { Position } from '../domain/kernel/event.ts';
import type { Failure } from '../domain/kernel/failure.ts';
import type { SqlSession } from './database.ts';

/** An event that is known to be stored. */
export type SeenEvent = { readonly position: Position; readonly id: string };

/**
 * Tracks whether a database server still continues the log that this process has read. After a failover to a replica
 * that lacks commits, or on a server restored from an older copy, it does not: positions then denote other events, or
 * none. Every new connection is checked before anything is sent on it, so nothing derived from the lost events is ever
 * written next to those that took their place.
 */
export type LogContinuity = {
  /** Records stored events, in log order. Must be called for every position that this process advances to. */
  readonly saw: (events: readonly SeenEvent[]) => void;
  /** The most recent ones, oldest first. */
  readonly recent: () => readonly SeenEvent[];
  /**
   * Checks the server behind a new connection. Returns false for a standby, about which nothing is known yet: the
   * connection must then be checked again before its next use.
   *
   * @throws Failure `unavailable` when the server does not continue the log
   */
  readonly check: (session: SqlSession) => Promise<boolean>;
  /** Marks the log as broken for a reason other than a check of the server. */
  readonly end: (reason: Failure) => void;
  /**
   * Aborts when the server is found not to continue the log, with a `Failure` that states it; every later statement is
   * refused with that failure.
   */
  readonly broken: AbortSignal;
};
