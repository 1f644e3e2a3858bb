import { Failure, failure } from '../domain/kernel/failure.ts';

/**
 * What tells one ownership of a lease from all others. The number rises with every change of owner: storage that is
 * written under a fence refuses a former owner, also one that was suspended and has not noticed the loss yet.
 */
export type Fence = { readonly name: string; readonly fence: number };

/** The right of one process to do a job alone, for as long as it keeps renewing it. */
export type Lease = Fence & {
  /** Aborts when the lease is lost or released. */
  readonly signal: AbortSignal;
  /**
   * Whether no other process can hold it, as far as this process knows: not once it is released, or has not been renewed in
   * its time. Unlike the signal it is right from the first instruction after the process was frozen.
   */
  readonly isHeld: () => boolean;
  /**
   * Aborts when another process should have it, for an equal share of the work: it is to be released once what is under
   * way has come to its end. Absent where leases are not shared out.
   */
  readonly handOver?: AbortSignal;
  /** Asks where the lease is kept, and rejects with `leaseLost` when it has another owner. */
  readonly confirm: () => Promise<void>;
  readonly release: () => Promise<void>;
};

/** What is known of a lease that is asked for, for those who share leases out. */
export type LeaseTerms = {
  /** What a node offers to do: all jobs of a family or none. The name of the lease when absent. */
  readonly family?: string;
  /** Leases of a group are counted together, so that each node has as many of them as any other. The family when absent. */
  readonly group?: string;
  /**
   * The lease under which former versions of the program do all of this work alone: while one of them has it, nothing
   * within it is given to anybody, and nothing that is written under a lease within it counts once one of them has taken it.
   */
  readonly within?: string;
  /** Whether it is only wanted while nobody else wants it. */
  readonly reluctantly?: boolean;
};

export type Leases = {
  /** Waits until the lease is free and takes it, renewing it in the background; `undefined` when aborted first. */
  readonly acquire: (name: string, signal: AbortSignal, terms?: LeaseTerms) => Promise<Lease | undefined>;
};

/** Leases that can be taken many at a time. */
export type LeasePool = Leases & {
  /** Takes those that are free now and that this process does not hold. */
  readonly acquireFree: (
    wanted: readonly (Pick<LeaseTerms, 'within'> & { readonly name: string })[],
  ) => Promise<readonly Lease[]>;
};

const COMPONENT = 'lease';

/** The refusal of a write under a fence that is not, or no longer, the lease's current one. */
export const leaseLost = ({ name, fence }: Fence): Failure =>
  new Failure(
    failure('unavailable', 'Another process has taken over this work; nothing was written.', {
      component: COMPONENT,
      details: { lease: name, fence },
    }),
  );

/** Whether an error says that a lease was lost: another process has the work now, and it must not be retried here. */
export const isLeaseLost = (error: unknown): boolean =>
  error instanceof Failure && error.reason.code === 'unavailable' && error.reason.component === COMPONENT;
