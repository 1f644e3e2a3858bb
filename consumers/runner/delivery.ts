import type { Fence } from '../../ports/leases.ts';

/** The terms under which a handler works on an event. */
export type Delivery = {
  /** Aborts when the attempt is over its deadline, the lease is lost or the process stops. */
  readonly signal: AbortSignal;
  /** Goes into the context of each command, so that nothing is written after another process has taken over. */
  readonly fence: Fence;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Rejects when another process has taken over the work. Call it before anything that costs money. */
  readonly confirm: () => Promise<void>;
  /** Reports progress: the deadline restarts from here. */
  readonly progress: () => void;
  /** Reports that the work waits for its turn in this process: the deadline is paused until there is progress. */
  readonly rest: () => void;
};
