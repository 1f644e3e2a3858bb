import { type IndexingJobStatus, PREEMPTED } from './indexing-job-status.ts';

/** A version of a document with the status of its job; `NONE` before the job has a stream. */
export type VersionJobStatus = {
  readonly version: number;
  readonly status: IndexingJobStatus | 'NONE';
  /** Why the job FAILED. */
  readonly reason?: string | undefined;
};

/**
 * The version to index in the place of one that failed, if any: the newest older one that was stopped in favour of a
 * newer one. None where another version serves already or is under way, newer or older.
 *
 * @param versions all versions of the document that are not withdrawn
 */
export const versionToResume = (
  failed: number,
  versions: readonly VersionJobStatus[],
): number | undefined => {
  for (const { version, status, reason } of versions.toSorted((one, other) => other.version - one.version)) {
    if (version === failed) continue;
    if (status !== 'FAILED' && status !== 'SUPERSEDED') return undefined;
    if (version < failed && status === 'FAILED' && reason === PREEMPTED) return version;
  }
  return undefined;
};
