import type { FailureReason } from '../domain/kernel/failure.ts';

/** How writing to the log goes. */
export type AppendState = {
  /** Milliseconds for which the oldest append has been under way; 0 when there is none. */
  readonly oldest: number;
  /** Why the last batch was refused, and milliseconds since; absent once one has succeeded. */
  readonly refused?: { readonly reason: FailureReason; readonly since: number };
};

/** What health looks at of the way that appends take. */
export type AppendMonitor = {
  /** The current state of appending, as seen by this process. */
  readonly appendState: () => AppendState;
  /** What waits to be written and is not on its way yet. */
  readonly appendQueue: () => { readonly appends: number; readonly bytes: number };
  /** Goes the way of an append without leaving a trace; rejects as an append would. */
  readonly probeAppends: () => Promise<void>;
};
