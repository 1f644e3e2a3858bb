import { Failure } from '../../domain/kernel/failure.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import { plainText } from '../plain-text.ts';

/** The operating system's errors for a folder that the user can fix. */
const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no space left on its disk',
  EDQUOT: 'The quota of its disk is used up',
  EFBIG: 'A file there may not become that large',
  EACCES: 'It may not be read or written by the user who runs this',
  EPERM: 'It may not be read or written by the user who runs this',
  EROFS: 'It is on a file system that is mounted read-only',
  ENOTDIR: 'It is a file, not a folder, or lies in one',
  EEXIST: 'It is a file, not a folder',
  EISDIR: 'There is a folder where a file is expected',
  ENOENT: 'There is no such folder',
  ELOOP: 'There is a symbolic link where a file of the backup belongs',
  EIO: 'Its disk does not read or write any more',
};

/** The folder that was named is none. */
const misnamed: readonly string[] = ['ENOENT', 'ENOTDIR', 'EEXIST'];

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/**
 * Does some work on a folder and turns what goes wrong into sentences. `left` says what the folder holds then.
 *
 * @throws CliError
 */
export const explaining = async <Result>(
  folder: string,
  left: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure)
      throw new CliError(plainText(error.reason.message), {
        exitCode: error.reason.details?.misnamed === true ? exitCodes.usage : exitCodes.failed,
        cause: error,
      });
    const code = codeOf(error) ?? '';
    const cause = causes[code];
    if (cause !== undefined)
      throw new CliError(`${folder}: ${cause}.`, {
        hint: left,
        exitCode: misnamed.includes(code) ? exitCodes.usage : exitCodes.failed,
        cause: error,
      });
    if (error instanceof RangeError)
      throw new CliError('What the server sent broke off or is not what was expected.', {
        hint: left,
        cause: error,
      });
    throw error;
  }
};
