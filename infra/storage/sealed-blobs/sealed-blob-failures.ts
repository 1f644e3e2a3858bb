import { Failure, failure } from '../../../domain/kernel/failure.ts';

const component = 'blob-store';

/** The refusal to seal for a subject whose key has been destroyed. */
export const sealingRefused = (): Failure =>
  new Failure(
    failure('rule_violated', 'What this is about has been erased; nothing more can be stored.', {
      details: { reason: 'subject_erased' },
    }),
  );

/** The failure for content whose key was destroyed: it is gone in every copy. */
export const contentErased = (): Failure =>
  new Failure(
    failure('not_found', 'This has been erased: the key that opened it was destroyed.', {
      details: { reason: 'subject_erased' },
    }),
  );

/**
 * The failure for a key that was never created here: tables were lost, or the blob belongs to another installation.
 */
export const keyMissing = (): Failure =>
  new Failure(
    failure(
      'internal_error',
      'The key of a stored file is missing. Restore the data directory and its keys from the same backup.',
      { component },
    ),
  );

export const contentAltered = (cause: unknown, sha256: string): Failure =>
  new Failure(
    failure(
      'internal_error',
      'A stored file cannot be opened: it was altered, or belongs to something else. Restore "blobs" from a backup.',
      { component, details: { sha256 } },
    ),
    { cause },
  );
