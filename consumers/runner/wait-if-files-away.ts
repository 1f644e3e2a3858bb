import { Failure } from '../../domain/kernel/failure.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';

/** A look at the store of files where that is outside; rejects while it cannot be used. */
export type FilesCheck = { readonly check: () => Promise<unknown> };

/** Milliseconds between two looks; each of the events under way looks by itself. */
const LOOK_EVERY_MS = 1000;

const isFilesFailure = (error: unknown): error is Failure =>
  error instanceof Failure &&
  (error.reason.code === 'unavailable' || error.reason.code === 'timeout') &&
  error.reason.component === 'blob-store';

/**
 * Answers whether work failed because the store of files is away or left alone after failures, and then only once it can
 * be asked again: such an attempt does not count, or an outage of seconds would park whatever came meanwhile. Where the
 * store answers at once the failure counts. Rejects with the signal's reason.
 */
export const waitIfFilesAway = async (
  error: unknown,
  files: FilesCheck | undefined,
  signal: AbortSignal,
): Promise<boolean> => {
  if (files === undefined || !isFilesFailure(error)) return false;
  // It was not asked: what it answers to a look says nothing of this attempt.
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
