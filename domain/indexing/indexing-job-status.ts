/** The status of an indexing job. */
export const indexingJobStatuses = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'SUPERSEDED'] as const;
export type IndexingJobStatus = (typeof indexingJobStatuses)[number];

/** What each status may become (semantic search, "Indexing Job State Machine"). SUPERSEDED is the end. */
export const indexingTransitions: Readonly<Record<IndexingJobStatus, readonly IndexingJobStatus[]>> = {
  PENDING: ['RUNNING', 'FAILED'],
  RUNNING: ['COMPLETED', 'FAILED'],
  COMPLETED: ['SUPERSEDED'],
  FAILED: ['PENDING', 'SUPERSEDED'],
  SUPERSEDED: [],
};

/** Whether the table allows the step. */
export const mayBecome = (from: IndexingJobStatus, to: IndexingJobStatus): boolean =>
  indexingTransitions[from].includes(to);

/** Manual retries of one job (semantic search, "Retry Logic"). */
export const MAX_RETRIES = 3;

/** Why a job FAILED that a person ended. */
export const CANCELLED = 'cancelled';
/** Why a job FAILED that a newer version of its document overtook. */
export const PREEMPTED = 'superseded';

/** Why a job FAILED whose file ended or stalled what reads it too often. */
export const HARMFUL = 'harmful_file';

/** Whether a job was stopped on purpose: nothing went wrong, so taking it up again is not one of its retries. */
export const wasStopped = (reason: string | null | undefined): boolean =>
  reason === CANCELLED || reason === PREEMPTED;

/** Whether a job that FAILED for this reason may be tried again. */
export const hasRetriesLeft = (retryCount: number, reason: string | null | undefined): boolean =>
  wasStopped(reason) || retryCount < MAX_RETRIES;
