/** The status of an indexing job. */
export const indexingJobStatuses = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'SUPERSEDED'] as const;
export type IndexingJobStatus = (typeof indexingJobStatuses)[number];

/** The allowed transitions (semantic search, "Indexing Job State Machine"). SUPERSEDED is terminal. */
export const indexingTransitions: Readonly<Record<IndexingJobStatus, readonly IndexingJobStatus[]>> = {
  PENDING: ['RUNNING', 'FAILED'],
  RUNNING: ['COMPLETED', 'FAILED'],
  COMPLETED: ['SUPERSEDED'],
  FAILED: ['PENDING', 'SUPERSEDED'],
  SUPERSEDED: [],
};

/** True when the table allows the transition. */
export const canTransition = (from: IndexingJobStatus, to: IndexingJobStatus): boolean =>
  indexingTransitions[from].includes(to);

/** The most manual retries of one job (semantic search, "Retry Logic"). */
export const MAX_RETRIES = 3;

/** The failure reason of a job that a user cancelled. */
export const CANCELLED = 'cancelled';
/** The failure reason of a job that a newer version of its document preempted. */
export const PREEMPTED = 'superseded';

/** The failure reason of a job whose file crashed or stalled the reader too often. */
export const HARMFUL = 'harmful_file';

/** True when a job was stopped on purpose: nothing went wrong, so resuming it does not count as a retry. */
export const wasStopped = (reason: string | null | undefined): boolean =>
  reason === CANCELLED || reason === PREEMPTED;

/** True when a job that FAILED for this reason may be retried. */
export const hasRetriesLeft = (retryCount: number, reason: string | null | undefined): boolean =>
  wasStopped(reason) || retryCount < MAX_RETRIES;
