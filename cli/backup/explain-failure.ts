import { Failure } from '../../domain/kernel/failure.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import { plainText } from '../plain-text.ts';

/** File system errors that the user can fix. */
const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no space left on the disk',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'The file system does not allow a file this large',
  EACCES: 'The user running this command has no permission to read or write it',
  EPERM: 'The user running this command has no permission to read or write it',
  EROFS: 'The file system is mounted read-only',
  ENOTDIR: 'It is a file, not a folder, or part of its path is a file',
  EEXIST: 'It is a file, not a folder',
  EISDIR: 'There is a folder where a file is expected',
  ENOENT: 'There is no such folder',
  ELOOP: 'There is a symbolic link in place of a backup file',
  EIO: 'The disk reported a read or write error',
};

/** The errors that mean the named path is not a folder. */
const misnamed: readonly string[] = ['ENOENT', 'ENOTDIR', 'EEXIST'];

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/**
 * Runs `work` on a folder and explains its failures. `left` describes what a failure leaves in the folder.
 *
 * @throws CliError
 */
export const explainFailures = async <Result>(
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
      throw new CliError('The data from the server was cut short or malformed.', {
        hint: left,
        cause: error,
      });
    throw error;
  }
};
