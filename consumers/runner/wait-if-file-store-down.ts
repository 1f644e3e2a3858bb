import type { Failure } from '../../domain/kernel/failure.ts';
import { isUnreachable } from '../../domain/kernel/is-unreachable.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';

/** Checks an external file store; rejects while it cannot be used. */
export type FileStoreCheck = { readonly check: () => Promise<unknown> };

/** Milliseconds between two checks; every event under way checks separately. */
const LOOK_EVERY_MS = 1000;

/** Whether the file store failed for a reason of its own: its keys, its rules, or an outage. */
export const isFileStoreFailure = (error: unknown): error is Failure =>
  isUnreachable(error) &&
  // A file store without space reports that like a disk.
  (error.reason.component === 'blob-store' || error.reason.component === 'disk');

/**
 * Returns whether work failed because the file store was unreachable or its circuit breaker open, and if so waits until
 * the store answers again: such an attempt does not count, or an outage of seconds would park every event meanwhile.
 * When the store answers immediately, the failure counts. Rejects with the signal's reason.
 */
export const waitIfFileStoreDown = async (
  error: unknown,
  files: FileStoreCheck | undefined,
  signal: AbortSignal,
): Promise<boolean> => {
  if (files === undefined || !isFileStoreFailure(error)) return false;
  // The store was not asked, so its answer to a check says nothing about this attempt.
  let waits = error.reason.details?.refused !== undefined;
  for (;;) {
    if (waits) await abortablePause(LOOK_EVERY_MS, signal);
    signal.throwIfAborted();
    const reached = await files.check().then(
      () => true,
      () => false,
    );
    if (reached) return waits;
    waits = true;
  }
};
