import type { Failure } from '../../domain/kernel/failure.ts';
import { isUnreachable } from '../../domain/kernel/is-unreachable.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';

/** A look at the store of files where that is outside; rejects while it cannot be used. */
export type FilesCheck = { readonly check: () => Promise<unknown> };

/** Milliseconds between two looks; each of the events under way looks by itself. */
const LOOK_EVERY_MS = 1000;

/** Whether the store of files could not be used, for a reason that is the store's: its keys, its rules, its being away. */
export const isFilesFailure = (error: unknown): error is Failure =>
  isUnreachable(error) &&
  // One that has no room left says so as a disk does.
  (error.reason.component === 'blob-store' || error.reason.component === 'disk');

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
