import type { Position } from '../../../domain/kernel/event.ts';

/**
 * Notifies other nodes of appends, in addition to the notifications of the database. These are hints: any may be lost.
 */
export type WakeUps = {
  /** Does not wait. */
  readonly announce: (head: Position) => void;
  /** Calls back with the announced head of the log; without a position if hints may have been missed. */
  readonly hear: (onHead: (position?: Position) => void) => Promise<() => Promise<void>>;
};
