import { Failure, failure } from '../domain/kernel/failure.ts';

/**
 * Distinguishes one ownership of a lease from all others. The number rises with every change of owner: storage
 * written under a fence refuses a former owner, also one that was suspended and has not noticed the loss yet.
 */
export type Fence = { readonly name: string; readonly fence: number };

/** The right of one process to do a job alone, for as long as it keeps renewing it. */
export type Lease = Fence & {
  /** Aborts when the lease is lost or released. */
  readonly signal: AbortSignal;
  /**
   * Whether no other process can hold it, as far as this process can tell: false once it is released, or was not
   * renewed in time. Unlike the signal it is correct from the first instruction after the process was frozen.
   */
  readonly isHeld: () => boolean;
  /**
   * Aborts when another process should have it, to balance the work: release it when work in progress has ended. Absent
   * if leases are not distributed.
   */
  readonly handOver?: AbortSignal;
  /** Checks the stored lease, and rejects with `leaseLost` when it has another owner. */
  readonly confirm: () => Promise<void>;
  readonly release: () => Promise<void>;
};

/** The terms of a requested lease, for distributing leases. */
export type LeaseTerms = {
  /** The family of jobs that a node offers to do: all of them or none. Default: the name of the lease. */
  readonly family?: string;
  /**
   * Leases of a group are balanced together, so that each node has as many of them as any other. Default: the family.
   */
  readonly group?: string;
  /**
   * The lease under which earlier versions of the program do all of this work alone: while one of them holds it, no
   * lease within it is granted, and once one has acquired it, no write under a lease within it is valid.
   */
  readonly within?: string;
  /** Whether it yields to any other node that requests it. */
  readonly reluctantly?: boolean;
};

export type Leases = {
  /** Waits until the lease is free and takes it, renewing it in the background; `undefined` when aborted first. */
  readonly acquire: (name: string, signal: AbortSignal, terms?: LeaseTerms) => Promise<Lease | undefined>;
};

/** Leases that can be acquired in bulk. */
export type LeasePool = Leases & {
  /** Acquires those that are free now and that this process does not hold. */
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

/**
 * Whether an error means that a lease was lost: another process has the work now, and it must not be retried here.
 */
export const isLeaseLost = (error: unknown): boolean =>
  error instanceof Failure && error.reason.code === 'unavailable' && error.reason.component === COMPONENT;
