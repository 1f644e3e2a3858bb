/** Bounds of a pool. Times in milliseconds, sizes in bytes. */
export type PoolOptions = {
  /** Most worker threads; each starts when it is first needed. */
  readonly workers: number;
  /** Most jobs that wait for a worker. */
  readonly maxWaiting: number;
  /**
   * A job is given up when its worker has computed for this long without progress, by the processor time of its thread,
   * not counting its start …
   */
  readonly stallTimeout: number;
  /** … or when it took this long altogether, by the clock: then there was no time for it, and it is to be tried again. */
  readonly totalTimeout: number;
  /** A worker that holds more than this after a job is replaced: WASM never gives memory back. */
  readonly retireAbove: number;
  /** Most JavaScript heap of a worker, in megabytes. */
  readonly heapMegabytes: number;
  /**
   * Once every worker has been at one job for this long, one more takes jobs that are not large: 10 seconds by default.
   */
  readonly longAfter?: number;
  /** A worker that was idle for this long ends and frees its memory: 30 seconds by default. */
  readonly idleAfter?: number;
  /** Called when the last worker has ended because there was nothing to do. */
  readonly onAllIdle?: () => void;
};
