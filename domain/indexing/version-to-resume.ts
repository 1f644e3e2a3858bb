import { type IndexingJobStatus, PREEMPTED } from './indexing-job-status.ts';

/** A version of a document with the status of its job; `NONE` before the job has a stream. */
export type VersionJobStatus = {
  readonly version: number;
  readonly status: IndexingJobStatus | 'NONE';
  /** The reason why the job FAILED. */
  readonly reason?: string | undefined;
};

/**
 * Returns the version to index in place of a failed one, if any: the newest older one that was preempted by a newer
 * one. None when another version, newer or older, is searchable or in progress.
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
