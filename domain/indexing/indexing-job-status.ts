/** Where an indexing job stands. */
export const indexingJobStatuses = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'SUPERSEDED'] as const;
export type IndexingJobStatus = (typeof indexingJobStatuses)[number];

/** What each status may become (spec, table of the indexing job's states). SUPERSEDED is the end. */
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

/** Manual retries of one job (spec, "Retry Logic"). */
export const MAX_RETRIES = 3;
