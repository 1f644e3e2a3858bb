import type { FailureReason } from '../../../domain/kernel/failure.ts';

/** What a worker says: that it can begin, that it goes on, what came out, or why it cannot. */
export type WorkerMessage<Result> =
  /** Once, when its program is loaded. */
  | { readonly kind: 'ready' }
  /** `step` names what it is at now: a job that ends the worker ended it there. */
  | { readonly kind: 'progress'; readonly step?: number }
  /** `memory` is what the worker's WASM holds, in bytes; it never shrinks. */
  | { readonly kind: 'done'; readonly result: Result; readonly memory: number }
  | { readonly kind: 'refused'; readonly reason: FailureReason; readonly memory: number };
