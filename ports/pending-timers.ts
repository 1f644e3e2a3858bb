import type { Position } from '../domain/kernel/event.ts';

/** A timer that has neither fired nor been cancelled, and the instant at which it is due (ISO 8601 UTC). */
export type PendingTimer = { readonly timerId: string; readonly dueAt: string };

/** The timers that wait. May be a moment behind the log: the timer's own stream decides whether it still waits. */
export type PendingTimers = {
  /** Those that are due first, in that order; as of the position at least, unless that takes long. */
  readonly earliest: (limit: number, after: Position) => Promise<readonly PendingTimer[]>;
};
