import type { FailureReason } from '../../../domain/kernel/failure.ts';

/** A message from a worker: it is ready, it makes progress, it is done, or it refuses the job. */
export type WorkerMessage<Result> =
  /** Sent once, when its program is loaded. */
  | { readonly kind: 'ready' }
  /** `step` is the current step: if the worker crashes, it did so there. */
  | { readonly kind: 'progress'; readonly step?: number }
  /** `memory` is the WASM memory of the worker in bytes; it never shrinks. */
  | { readonly kind: 'done'; readonly result: Result; readonly memory: number }
  | { readonly kind: 'refused'; readonly reason: FailureReason; readonly memory: number };
