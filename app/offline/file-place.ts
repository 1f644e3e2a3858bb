import { statSync } from 'node:fs';
import { type BucketConfiguration, chooseBlobs } from '../../infra/storage/blob-store/blob-configuration.ts';
import { misuse } from '../refusal.ts';

/** Where the files of an installation are: in a bucket, or in a data directory. */
export type FilePlace = BucketConfiguration | string;

/** The place for files that an option gives. Errors give the name of the option. */
export const filePlaceOf = (
  written: string,
  option: string,
  { AWS_REGION }: Readonly<Record<string, string | undefined>>,
): FilePlace => {
  // Otherwise a folder of that name would be made where one happens to be.
  if (/^(?!s3:)[A-Za-z][\w+.-]*:\/\//.test(written))
    throw misuse(`${option} must be a bucket (s3://…) or a data directory.`, 'Check how it is written.');
  if (!written.startsWith('s3:')) {
    if (statSync(written, { throwIfNoEntry: false })?.isFile())
      throw misuse(`${option}: ${written} is a file.`, 'Name a data directory, or a bucket (s3://…).');
    return written;
  }
  const choice = chooseBlobs({ BLOB_URL: written, AWS_REGION });
  if (choice.ok && choice.value !== undefined) return choice.value;
  throw misuse(
    choice.ok ? `${option} names no place.` : choice.problem.replace('BLOB_URL', option),
    'Write it as BLOB_URL is written.',
  );
};
