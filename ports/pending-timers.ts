import type { Position } from '../domain/kernel/event.ts';

/** A timer that has neither fired nor been cancelled, and the instant at which it is due (ISO 8601 UTC). */
export type PendingTimer = { readonly timerId: string; readonly dueAt: string };

/** The pending timers. May lag behind the log: the timer's own stream decides whether it is still pending. */
export type PendingTimers = {
  /** The timers due first, in that order; as of the position at least, unless that takes too long. */
  readonly earliest: (limit: number, after: Position) => Promise<readonly PendingTimer[]>;
};
