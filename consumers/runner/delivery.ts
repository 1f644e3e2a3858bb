import type { Fence } from '../../ports/leases.ts';

/** What a handler is given beside the event: the terms under which it works. */
export type Delivery = {
  /** Aborts when the attempt is over its deadline, the lease is lost or the process stops. */
  readonly signal: AbortSignal;
  /** Goes into the context of each command, so that nothing is written once another process has the work. */
  readonly fence: Fence;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Rejects when another process has the work by now. To be asked before what costs money. */
  readonly confirm: () => Promise<void>;
  /** Reports progress: the deadline restarts from here. */
  readonly progress: () => void;
  /** Says that the work waits for its turn in this process: the deadline rests until there is progress. */
  readonly rest: () => void;
};
