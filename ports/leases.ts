/**
 * The right of one process to do a job alone, for as long as it keeps renewing it. `fence` rises with every change
 * of owner: storage that is written under a lease compares it and refuses a former owner.
 */
export type Lease = {
  readonly name: string;
  readonly fence: number;
  /** Aborts when the lease is lost or released. */
  readonly signal: AbortSignal;
  readonly release: () => Promise<void>;
};

export type Leases = {
  /** Waits until the lease is free and takes it, renewing it in the background; `undefined` when aborted first. */
  readonly acquire: (name: string, signal: AbortSignal) => Promise<Lease | undefined>;
};
