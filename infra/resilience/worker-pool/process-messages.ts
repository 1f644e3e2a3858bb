import type { WorkerEnd, WorkerTime } from './pool-worker.ts';

/** A message to a worker process. */
export type ToWorkerProcess =
  /** Sent once, at the start. */
  | {
      readonly kind: 'start';
      readonly file: string;
      readonly settings: unknown;
      readonly heapMegabytes: number;
    }
  | { readonly kind: 'job'; readonly packed: Uint8Array }
  /** Asks for the times of its thread. */
  | { readonly kind: 'time' };

/** A message from a worker process. */
export type FromWorkerProcess =
  /** A message of its thread, perhaps packed. */
  | { readonly kind: 'said'; readonly message: unknown }
  | { readonly kind: 'time'; readonly time: WorkerTime | undefined }
  /** Its thread has ended, and it ends too. */
  | { readonly kind: 'ended'; readonly end: WorkerEnd };
