/** Limits of a pool. Times in milliseconds, sizes in bytes. */
export type PoolOptions = {
  /** Maximum workers; each starts on demand. */
  readonly workers: number;
  /** Maximum waiting jobs. */
  readonly maxWaiting: number;
  /**
   * A job is aborted when its worker has computed for this long without progress, in processor time of its thread, not
   * counting startup.
   */
  readonly stallTimeout: number;
  /** A job is aborted after this total time by the clock: it got too little processor time, and should be retried. */
  readonly totalTimeout: number;
  /** A worker that holds more memory than this after a job is replaced: WASM never releases memory. */
  readonly retireAbove: number;
  /** Maximum JavaScript heap of a worker, in megabytes. */
  readonly heapMegabytes: number;
  /**
   * When every worker has been busy with one job for this long, an extra worker takes jobs that are not large; default:
   * 10 seconds.
   */
  readonly longAfter?: number;
  /** A worker that has been idle for this long exits and frees its memory; default: 30 seconds. */
  readonly idleAfter?: number;
  /** Called when the last worker has exited for lack of work. */
  readonly onAllIdle?: () => void;
};
