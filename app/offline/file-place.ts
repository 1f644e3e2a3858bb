import { statSync } from 'node:fs';
import { type BucketConfiguration, chooseBlobs } from '../../infra/storage/blob-store/blob-configuration.ts';
import { misuse } from '../refusal.ts';

/** The place of an installation's files: a bucket or a data directory. */
export type FilePlace = BucketConfiguration | string;

/** Reads the place for files from an option. Errors refer to the option. */
export const filePlaceOf = (
  written: string,
  option: string,
  { AWS_REGION }: Readonly<Record<string, string | undefined>>,
): FilePlace => {
  // Otherwise a mistyped URL would create a folder of that name in the current folder.
  if (/^(?!s3:)[A-Za-z][\w+.-]*:\/\//.test(written))
    throw misuse(`${option} must be a bucket (s3://…) or a data directory.`, 'Check the spelling.');
  if (!written.startsWith('s3:')) {
    if (statSync(written, { throwIfNoEntry: false })?.isFile())
      throw misuse(`${option}: ${written} is a file.`, 'Name a data directory, or a bucket (s3://…).');
    return written;
  }
  const choice = chooseBlobs({ BLOB_URL: written, AWS_REGION });
  if (choice.ok && choice.value !== undefined) return choice.value;
  throw misuse(
    choice.ok ? `${option} names no bucket.` : choice.problem.replace('BLOB_URL', option),
    'Use the syntax of BLOB_URL.',
  );
};
