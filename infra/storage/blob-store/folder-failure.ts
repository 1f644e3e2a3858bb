import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { systemCodeOf } from '../../installation/data-directory/small-files.ts';

/**
 * What the operating system reports about a folder that cannot be used. Codes that a broken upload also has, such as
 * `ECONNRESET` and `ETIMEDOUT`, are left out.
 */
const causes: Readonly<Record<string, string>> = {
  ENOENT: 'is missing. Is its volume mounted?',
  ENOTDIR: 'is missing. Is its volume mounted?',
  EACCES: 'may not be used by the user who runs the server.',
  EPERM: 'may not be used by the user who runs the server.',
  EROFS: 'is mounted read-only.',
  EIO: 'cannot be read or written: its disk reports an error.',
  ENXIO: 'cannot be read or written: its disk is gone.',
  ENODEV: 'cannot be read or written: its disk is gone.',
  ESTALE: 'has been replaced on its file server. Mount it again.',
  ENOTCONN: 'cannot be reached on its file server.',
  EHOSTDOWN: 'cannot be reached on its file server.',
  EMFILE: 'cannot be used: the server has too many open files. Raise its limit (ulimit -n).',
  ENFILE: 'cannot be used: this machine has too many open files.',
};

/** Seconds in which a person, or a file server that restarts, may have brought the folder back. */
const RETRY_SECONDS = 5;

const unusable = (cause: string, error?: unknown): Failure =>
  new Failure(
    failure('unavailable', `The folder of files ${cause}`, {
      component: 'blob-store',
      details: { retryable: false },
      retryAfter: RETRY_SECONDS,
    }),
    { cause: error },
  );

/** The failure of a folder that is not the one of this installation, such as the mount point of a lost volume. */
export const otherFolder = (): Failure =>
  unusable('is not the one with which the server started. Is its volume mounted?');

/** The failure of a folder that does not answer, as of a file server that hangs. */
export const silentFolder = (): Failure => unusable('does not answer.');

/** Translates an error of the operating system about the folder; returns any other error unchanged. */
export const folderFailure = (error: unknown): unknown => {
  if (error instanceof Failure) return error;
  const cause = causes[systemCodeOf(error) ?? ''];
  return cause === undefined ? error : unusable(cause, error);
};
