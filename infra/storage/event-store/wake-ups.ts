import type { Position } from '../../../domain/kernel/event.ts';

/** How nodes tell each other of what they have appended, beside the notifications of the database. Hints: any may be lost. */
export type WakeUps = {
  /** Waits for nothing. */
  readonly tell: (head: Position) => void;
  /** Calls back with how far the log is said to reach; without a position when some may have been missed. */
  readonly hear: (onHead: (position?: Position) => void) => Promise<() => Promise<void>>;
};
