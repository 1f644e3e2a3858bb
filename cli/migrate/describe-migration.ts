import type { MovedFiles } from '../../app/migrate-installation/move-files.ts';
import type { FilePlace } from '../../app/offline/file-place.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { describeSize } from '../../domain/kernel/describe-size.ts';
import type { Migration } from './migration.ts';
import type { MigrationOutcome } from './run-migration.ts';

/** How to configure a server for the new place of the files. */
const whereFilesAre = (place: FilePlace | undefined): string => {
  if (place === undefined) return '';
  return typeof place === 'string' ? ' with the filled blobs folder' : ', and BLOB_URL set to that bucket';
};

const describeFiles = ({ place, copied, there, bytes }: MovedFiles, mode: Migration['mode']): string =>
  mode === 'verify-only'
    ? `Read in ${place}: ${counted(there, 'file')}, all with the correct hash.`
    : `${mode === 'move' ? 'Copied' : 'To be copied'} to ${place}: ${counted(copied, 'file')} (${describeSize(bytes)}); ${there} already there.`;

const describeLog = (
  { events, there, keys, digest, seconds }: MigrationOutcome,
  mode: Migration['mode'],
): string => {
  const brought = `${events - there} of ${counted(events, 'event')} and ${counted(keys, 'key')}`;
  if (mode === 'dry-run')
    return `To be copied: ${brought}; ${counted(there, 'event')} already there. Nothing was changed.`;
  if (mode === 'verify-only')
    return `Compared: ${counted(events, 'position')} and ${counted(keys, 'key')}, identical at both ends. SHA-256 of the log: ${digest}.`;
  return (
    `Copied in ${seconds.toFixed(1)} s: ${brought}; ${counted(there, 'event')} already there. ` +
    `Compared: ${counted(events, 'position')}, all identical. SHA-256 of the log: ${digest}.`
  );
};

/** Describes what was copied, would be copied, or was compared. */
export const describeOutcome = (outcome: MigrationOutcome, mode: Migration['mode']): string =>
  outcome.files
    ? `${describeLog(outcome, mode)} ${describeFiles(outcome.files, mode)}`
    : describeLog(outcome, mode);

/** Describes how to start a server on the target. */
export const describeNextStart = ({ to, filePlace }: Migration): string =>
  `Start the server ${to.database === 'embedded' ? 'without DATABASE_URL' : 'with DATABASE_URL set to the target'}, ` +
  `${to.kurrent === undefined ? 'without EVENTSTORE_URL' : 'with EVENTSTORE_URL set to its KurrentDB'} and the same ` +
  `DATA_DIR${whereFilesAre(filePlace)}. The source stays as it is; never start a server on both.`;
