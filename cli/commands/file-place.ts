import { type BucketConfiguration, chooseBlobs } from '../../infra/storage/blob-store/blob-configuration.ts';
import { usageError } from '../cli-error.ts';
import type { Environment } from '../environment.ts';

/** Where an option says that files are to go: a bucket, or a data directory. What is wrong is told with its name. */
export const filePlaceOf = (
  written: string,
  option: string,
  { AWS_REGION }: Environment,
): BucketConfiguration | string => {
  // Otherwise a folder of that name would be made where one happens to be.
  if (/^(?!s3:)[A-Za-z][\w+.-]*:\/\//.test(written))
    throw usageError(`${option} must be a bucket (s3://…) or a data directory.`, 'Check how it is written.');
  if (!written.startsWith('s3:')) return written;
  const choice = chooseBlobs({ BLOB_URL: written, AWS_REGION });
  if (choice.ok && choice.value !== undefined) return choice.value;
  throw usageError(
    choice.ok ? `${option} names no place.` : choice.problem.replace('BLOB_URL', option),
    'Write it as BLOB_URL is written.',
  );
};
