import type { FailureReason } from '../domain/kernel/failure.ts';

/** The state of appending to the log. */
export type AppendState = {
  /** Milliseconds for which the oldest append has been under way; 0 when there is none. */
  readonly oldest: number;
  /** The reason why the last batch was refused, and the milliseconds since; absent after a success. */
  readonly refused?: { readonly reason: FailureReason; readonly since: number };
};

/** The health of appending. */
export type AppendMonitor = {
  /** The current state of appending in this process. */
  readonly appendState: () => AppendState;
  /** Appends that are queued and not in progress yet. */
  readonly appendQueue: () => { readonly appends: number; readonly bytes: number };
  /** Exercises the path of an append without writing anything; rejects as an append would. */
  readonly probeAppends: () => Promise<void>;
};
